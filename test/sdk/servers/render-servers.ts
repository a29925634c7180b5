import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Comparison } from './diff-transcripts.js'
import type { PublishedServer } from './published-server.js'

/** Renders the last results of all servers that were compared, as a table and a list of reasons in Markdown. */
export function renderServers(
  servers: readonly PublishedServer[],
  folderOf: (server: PublishedServer) => string,
): string {
  const rows = servers.flatMap((server) => rowsOf(server, folderOf(server)))
  const reasons = new Set(rows.flatMap(({ differing }) => differing))
  const lines = rows.map(
    ({ server, way, official, own, inspector, modern }) =>
      `| ${[server, way, official, own, inspector, modern].join(' | ')} |`,
  )
  const head = [
    '| Server | over | official client: equal | this client: equal | Inspector: equal | 2026-07-28 |',
    '| --- | --- | --- | --- | --- | --- |',
  ]
  return [
    ...head,
    ...lines,
    '',
    'The others differ, for these reasons:',
    '',
    ...[...reasons].map((each) => `- ${each}`),
  ].join('\n')
}

interface Row {
  readonly server: string
  readonly way: string
  readonly official: string
  readonly own: string
  readonly inspector: string
  readonly modern: string
  readonly differing: readonly string[]
}

function rowsOf(server: PublishedServer, folder: string): readonly Row[] {
  return [undefined, ...(server.http ?? [])].flatMap((http) => {
    const way = http?.transport ?? 'stdio'
    const [official, own, inspector] = (['official', 'ours', 'inspector'] as const).map((client) =>
      read<Comparison>(join(folder, `${way}.${client}.comparison.json`)),
    )
    if (official === undefined || own === undefined) return []
    const modern = read<{ steps: readonly unknown[] }>(join(folder, `${way}.modern.json`))
    return {
      server: server.name,
      way: { stdio: 'stdio', http: 'HTTP', sse: 'HTTP+SSE' }[way],
      official: equalOf(official),
      own: equalOf(own),
      inspector: inspector === undefined ? '' : equalOf(inspector),
      modern: modern === undefined ? ((http ?? server).refuses ?? '') : `${modern.steps.length} answers`,
      differing: [official, own, ...(inspector === undefined ? [] : [inspector])].flatMap(reasonsOf),
    }
  })
}

const equalOf = ({ equal, steps }: Comparison) => `${equal} of ${steps}`
const reasonsOf = ({ known, unknown }: Comparison) => [
  ...known.map(({ reason = '' }) => reason),
  ...unknown.map(({ step }) => `not known: ${step}`),
]

function read<T>(path: string): T | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : undefined
}
