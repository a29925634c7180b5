/** What this file looks for in its surroundings. */
interface NodeGlobal {
  readonly process?: { readonly versions?: Readonly<Record<string, string | undefined>> }
}

/** Whether this runs on Node itself. Others that pretend to be Node have a good `fetch` of their own. */
export function isNode(): boolean {
  const { node, bun, deno } = (globalThis as NodeGlobal).process?.versions ?? {}
  return node !== undefined && bun === undefined && deno === undefined
}
