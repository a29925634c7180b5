import type { Row } from './rows.js'

/** Tells if a row is shown; `text` is its line in lower case, and is read only where it is needed. */
export type Filter = (row: Row, text: () => string) => boolean

/**
 * Parses a filter: words that must all occur in a line, and `method:`, `status:error`, `status:ok`, `id:`, `dir:client`,
 * `dir:server`, `connection:`, `type:` and `>100ms`. A part with `-` before it must not match.
 */
export function parseFilter(query: string): Filter {
  const filters = query.split(/\s+/).filter(Boolean).map(parsePart)
  return (row, text) => filters.every((filter) => filter(row, text))
}

function parsePart(part: string): Filter {
  if (part.length > 1 && part.startsWith('-')) {
    const filter = parsePart(part.slice(1))
    return (row, text) => !filter(row, text)
  }
  const [, ms] = /^>(\d+)ms$/.exec(part) ?? []
  if (ms !== undefined) return ({ tookMs }) => tookMs > Number(ms)
  const [, name = '', value = ''] = /^(\w+):(.+)$/.exec(part.toLowerCase()) ?? []
  const filter = byName.get(name)
  return filter === undefined ? (_, text) => text().includes(part.toLowerCase()) : (row) => filter(row, value)
}

const byName: ReadonlyMap<string, (row: Row, value: string) => boolean> = new Map([
  ['method', ({ title }, value) => title.toLowerCase().includes(value)],
  ['status', ({ isError }, value) => isError === (value === 'error')],
  ['id', ({ id }, value) => id.toLowerCase() === value || id.toLowerCase() === `"${value}"`],
  ['dir', ({ from }, value) => from === value],
  ['type', ({ type }, value) => type === value],
  ['connection', ({ connection }, value) => String(connection) === value],
])
