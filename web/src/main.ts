import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { speak, wanted } from "./i18n/index.svelte";
import { beAnApp } from "./pwa";

beAnApp();
await speak(wanted());
mount(App, { target: document.getElementById("app")! });
