/** A header as a name in lower case and a value. Throws a `TypeError` for what is none. */
export function parseHeader(line: string): [string, string] {
  const [, name = '', value = ''] = /^([\w-]+): ?(.*)$/.exec(line) ?? []
  if (name === '') throw new TypeError(`not a header: ${line}`)
  return [name.toLowerCase(), value]
}
