// Pieces of paper in the eight shapes that fly up where somebody sits who has won.

import { PAPERS, SHAPES } from "../faces/shapes";

const FEW = 16;
const MANY = 40;
const LASTS = 1500;
const SVG = "http://www.w3.org/2000/svg";
const COLORS = ["red", "yellow", "green", "blue", "pink", "teal", "orange", "purple"] as const;
/** Every piece goes another way, and never twice the same one side by side. */
const GOLDEN = Math.PI * (3 - Math.sqrt(5));

/** Lets paper fly from somebody's face, more of it for a game than for a round. */
export function confetti(from: HTMLElement | null, game: boolean, delay: number): void {
  const rect = from?.getBoundingClientRect();
  if (!rect?.width || document.querySelectorAll(".confetti").length > 3) return;
  const all = document.createElement("div");
  all.className = "confetti";
  all.setAttribute("aria-hidden", "true");
  Object.assign(all.style, {
    position: "fixed",
    left: `${rect.left + rect.width / 2}px`,
    top: `${rect.top + rect.height / 2}px`,
    zIndex: "21",
    pointerEvents: "none",
  });
  document.body.append(all);
  const reach = Math.min(innerWidth, innerHeight) * (game ? 0.5 : 0.28);
  const shapes = Object.values(SHAPES);
  const flights = Array.from({ length: game ? MANY : FEW }, (_, i) => {
    const piece = pieceOf(shapes[i % shapes.length]!, PAPERS[COLORS[(i * 3) % COLORS.length]!], game ? 20 : 15);
    all.append(piece);
    const [way, far] = [i * GOLDEN, reach * (0.35 + 0.65 * (((i * 7) % 11) / 10))];
    const [x, y] = [Math.cos(way) * far, Math.sin(way) * far];
    const turn = (i % 2 ? 1 : -1) * (180 + i * 20);
    return piece.animate(
      [
        { transform: "scale(0.2)", opacity: 1 },
        { transform: `translate(${x}px, ${y - reach * 0.3}px) rotate(${turn / 2}deg)`, opacity: 1, offset: 0.45 },
        { transform: `translate(${x * 1.15}px, ${y + reach * 0.45}px) rotate(${turn}deg)`, opacity: 0 },
      ],
      { duration: LASTS, delay: delay + (i % 5) * 30, easing: "cubic-bezier(.15, .6, .5, 1)", fill: "both" },
    );
  });
  void Promise.allSettled(flights.map(({ finished }) => finished)).then(() => all.remove());
}

function pieceOf(path: string, color: string, size: number): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "-55 -55 110 110");
  svg.setAttribute("width", String(size));
  svg.style.position = "absolute";
  const piece = document.createElementNS(SVG, "path");
  piece.setAttribute("d", path);
  piece.setAttribute("fill", color);
  piece.setAttribute("stroke", PAPERS.cream);
  piece.setAttribute("stroke-width", "6");
  svg.append(piece);
  return svg;
}
