/** Creates an element with a class and texts or elements. Text is text: nothing is read as HTML. */
export function element(name: string, className = '', ...children: readonly (string | Node)[]): HTMLElement {
  const created = document.createElement(name)
  if (className !== '') created.className = className
  created.append(...children)
  return created
}

/** Finds an element of the page, which always has it. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`The page has no #${id}`)
  return found
}

export function formatMs(ms: number): string {
  if (ms < 0) return ''
  if (ms < 1_000) return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`
  return `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 1)} s`
}

export function formatBytes(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`
  return bytes < 1_048_576 ? `${(bytes / 1_024).toFixed(1)} KiB` : `${(bytes / 1_048_576).toFixed(1)} MiB`
}
