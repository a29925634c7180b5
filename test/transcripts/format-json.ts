const width = 118

/** JSON on one line where there is room, else a line per member, all but the first indented; lists of texts stay together. */
export function formatJson(value: unknown, indent: number, used = indent): string {
  const line = JSON.stringify(value).replace(/[\u2028\u2029]/g, (mark) => (mark === '\u2028' ? '\\u2028' : '\\u2029'))
  if (used + line.length <= width || typeof value !== 'object' || value === null) return line
  const isArray = Array.isArray(value)
  if (isArray && value.every((item) => typeof item !== 'object')) return line
  const members = Object.entries(value).map(([key, member]) => {
    const name = isArray ? '' : `${JSON.stringify(key)}:`
    return `${' '.repeat(indent + 2)}${name}${formatJson(member, indent + 2, indent + 2 + name.length)}`
  })
  const end = ' '.repeat(indent)
  return isArray ? `[\n${members.join(',\n')}\n${end}]` : `{\n${members.join(',\n')}\n${end}}`
}
