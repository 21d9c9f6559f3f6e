import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// While the page is worked on: `npm run dev` beside `lastcard serve --port 8470 --origin http://localhost:5173`.
const server = process.env.LASTCARD ?? "http://127.0.0.1:8470";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/lastcard/server/page",
    emptyOutDir: true,
    target: "es2022",
    // The page's Content-Security-Policy allows no data: scripts, and small files are not worth a special case.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // How long the build spent in its plugins is no warning about the page.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  server: {
    proxy: {
      "/api": { target: server, changeOrigin: true },
      "/ws": { target: server, ws: true, changeOrigin: true },
    },
  },
  test: { include: ["src/**/*.test.ts"] },
});
