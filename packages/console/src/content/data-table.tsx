import { useState } from 'preact/hooks'
import { cleanText } from '../elements/clean-text.js'
import { formatCount } from '../elements/format.js'

const pageSize = 50
const maxColumns = 24

/** Rows of a list of records. */
export interface Records {
  readonly title?: string
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  readonly columns: readonly string[]
}

/** Finds the one list of records in a value: the value itself, or its only member that is one. */
export function findRecords(value: unknown): Records | undefined {
  if (Array.isArray(value)) return toRecords(value)
  if (typeof value !== 'object' || value === null) return undefined
  const lists = Object.entries(value).filter(([, member]) => Array.isArray(member) && member.length > 0)
  const [only] = lists
  if (only === undefined || lists.length > 1) return undefined
  const records = toRecords(only[1] as readonly unknown[])
  return records === undefined ? undefined : { ...records, title: only[0] }
}

function toRecords(list: readonly unknown[]): Records | undefined {
  const isRecord = (each: unknown) => typeof each === 'object' && each !== null && !Array.isArray(each)
  if (list.length === 0 || !list.every(isRecord)) return undefined
  const rows = list as Records['rows']
  const columns = [...new Set(rows.slice(0, 200).flatMap((row) => Object.keys(row)))]
  return columns.length === 0 || columns.length > maxColumns ? undefined : { rows, columns }
}

/** A list of records as a table. */
export function DataTable({ records: { rows, columns, title } }: { readonly records: Records }) {
  const [count, setCount] = useState(pageSize)
  const isNumber = (column: string) => rows.every((row) => typeof row[column] === 'number' || row[column] === undefined)
  const numeric = new Set(columns.filter(isNumber))
  return (
    <div class="table-frame" tabIndex={0} role="region" aria-label={title === undefined ? 'Result' : cleanText(title)}>
      <table class="data">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" class={numeric.has(column) ? 'figure' : ''}>
                {cleanText(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, count).map((row, index) => (
            <tr key={index}>
              {columns.map((column) => (
                <td key={column} class={numeric.has(column) ? 'figure' : ''}>
                  {cellText(row[column])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > count && (
        <button type="button" class="quiet" onClick={() => setCount(count + pageSize)}>
          {`Show more: ${formatCount(rows.length - count)} rows`}
        </button>
      )}
    </div>
  )
}

function cellText(value: unknown): string {
  if (value === undefined) return ''
  const isPlain = Array.isArray(value) && value.every((each) => typeof each !== 'object')
  const text = isPlain ? value.join(', ') : typeof value === 'object' ? JSON.stringify(value) : String(value)
  return cleanText(text.length > 300 ? `${text.slice(0, 300)}…` : text)
}
