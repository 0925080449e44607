// Tiles that are dragged with a mouse, a pen or a finger. A finger has to rest first, as otherwise it scrolls.

/** How far a mouse goes before it drags, in pixels; how long a finger rests, in milliseconds. */
const [FAR, REST] = [6, 250];

/**
 * Let tiles in an element be dragged. `from`: a selector of those that may be; `place(element)`: the place that an
 * element is part of, if any; `drop(tile, place)`: a tile was let go there.
 */
export function draggable(element, { from, place, drop }) {
  /** @type {any} */
  let lifted = null;
  const target = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY);

  function press(event) {
    const tile = event.target.closest(from);
    if (!tile || !event.isPrimary || event.button) return;
    const over = new AbortController();
    const { signal } = over;
    const finger = event.pointerType === "touch";
    const timer = finger ? setTimeout(() => lift(tile, event), REST) : 0;
    const away = (now) => Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) > FAR;
    const end = () => {
      clearTimeout(timer);
      over.abort();
      if (lifted) lifted.remove();
      lifted = null;
      element.classList.remove("dragging");
    };
    const move = (now) => {
      if (!lifted && away(now) && finger) return end();
      if (!lifted && away(now)) lift(tile, now);
      if (lifted) follow(now);
    };
    const up = (now) => {
      const to = lifted && place(target(now) || element);
      if (lifted) ignoreClick();
      end();
      if (to) drop(tile.dataset.tile, to);
    };
    document.addEventListener("pointermove", move, { signal });
    document.addEventListener("pointerup", up, { signal });
    document.addEventListener("pointercancel", end, { signal });
    document.addEventListener("keydown", ({ key }) => key === "Escape" && end(), { signal });
  }

  function lift(tile, at) {
    lifted = tile.querySelector("svg").cloneNode(true);
    lifted.classList.add("lifted");
    lifted.style.width = `${tile.offsetWidth}px`;
    document.body.append(lifted);
    element.classList.add("dragging");
    follow(at);
  }

  function follow({ clientX, clientY }) {
    lifted.style.transform = `translate(${clientX}px, ${clientY}px) translate(-50%, -50%)`;
  }

  element.addEventListener("pointerdown", press);
  element.addEventListener("touchmove", (event) => lifted && event.preventDefault(), { passive: false });
  element.addEventListener("contextmenu", (event) => lifted && event.preventDefault());
}

/** What is let go where it was pressed was dragged, not clicked. */
function ignoreClick() {
  const ignore = (event) => event.stopPropagation();
  document.addEventListener("click", ignore, { capture: true, once: true });
  setTimeout(() => document.removeEventListener("click", ignore, { capture: true }));
}
