/** The parts of a dotted key of TOML: `a."b c".d` has three. Escapes in quoted parts are left as they are. */
export function tomlKeys(dotted: string): readonly string[] {
  const keys = dotted.matchAll(/"([^"]*)"|'([^']*)'|([\w-]+)/g)
  return [...keys].map(([, double, single, bare]) => double ?? single ?? bare ?? '')
}
