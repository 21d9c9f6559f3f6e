// Which window lies over the page, if any.

export type WindowName = "preferences" | "shortcuts" | "people" | "invite" | "fairness" | null;

class Windows {
  shown = $state<WindowName>(null);
}

export const windows = new Windows();
export const open = (name: WindowName) => (windows.shown = name);
export const shut = () => (windows.shown = null);
