interface NodeGlobal {
  readonly process?: { readonly versions?: Readonly<Record<string, string | undefined>> }
}

/** Tells if this runs on Node itself. Runtimes that imitate Node have a good `fetch` of their own. */
export function isNode(): boolean {
  const { node, bun, deno } = (globalThis as NodeGlobal).process?.versions ?? {}
  return node !== undefined && bun === undefined && deno === undefined
}

/** Tells if this may run in a web page, whose `fetch` is bound to CORS: nothing here says that it is Node, or imitates it. */
export function isBrowser(): boolean {
  return (globalThis as NodeGlobal).process?.versions?.['node'] === undefined
}
