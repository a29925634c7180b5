import type { RecordedMessage } from '../../../entries/protocol.js'
import type { RawMessage } from '../../wire/message-log.js'
import { probeMethod, type RawConnection, toRecord } from '../../wire/raw-connection.js'
import { expectResult, type Rule } from './rule.js'

/** Progress, of all requests that were sent before. */
export const progressRules: readonly Rule[] = [
  {
    name: 'progress-token',
    title: 'a request with a progress token, a string or an integer, is answered',
    requirements: ['PRO-01', 'PRO-06'],
    level: 'must',
    check: async (connection) => {
      for (const progressToken of ['omniport-check', 0]) {
        const reply = await connection.request(probeMethod(connection), connection.withMeta({ progressToken }))
        const problem = expectResult(reply)
        if (problem !== undefined) return `with the token ${JSON.stringify(progressToken)}: ${problem}`
      }
      return undefined
    },
  },
  {
    name: 'known-progress',
    title: 'progress has the token of a request that was sent, with its type',
    requirements: ['PRO-01', 'PRO-04'],
    level: 'must',
    check: async (connection) =>
      findProgress(connection, ({ request }) => request === undefined, 'which no request had'),
  },
  {
    name: 'progress-rises',
    title: 'progress rises with each notification',
    requirements: ['PRO-02'],
    level: 'must',
    check: async (connection) =>
      findProgress(
        connection,
        ({ progress, before }) => before !== undefined && Number(progress) <= before,
        'which does not rise',
      ),
  },
  {
    name: 'progress-ends',
    title: 'no progress comes after the response, or after the end of the task',
    requirements: ['PRO-05', 'PRO-08'],
    level: 'must',
    check: async (connection) => findProgress(connection, ({ request }) => request?.isDone === true, 'after its end'),
  },
]

/** A request with a progress token. */
interface ReportedRequest {
  readonly id: unknown
  readonly key: string
  /** Of a request that became a task. */
  taskId: unknown
  isDone: boolean
  progress: number | undefined
}

interface Progress {
  readonly request: ReportedRequest | undefined
  readonly progress: unknown
  /** What was reported before. */
  readonly before: number | undefined
}

async function findProgress(
  { wire: { log } }: RawConnection,
  isWrong: (progress: Progress) => boolean,
  problem: string,
): Promise<string | undefined> {
  let found: string | undefined
  followProgress(log.recorded, (progress, token) => {
    if (isWrong(progress))
      found ??= `it reported ${JSON.stringify(progress.progress)} of the token ${JSON.stringify(token)}, ${problem}`
  })
  return found
}

/** Gives each progress notification of a server to `onProgress`, with what is known of its request then. */
function followProgress(
  recorded: readonly RecordedMessage[],
  onProgress: (progress: Progress, token: unknown) => void,
): void {
  const requests: ReportedRequest[] = []
  const parts = recorded.flatMap(({ from, message }) =>
    [message].flat().map((part) => ({ from, part: toRecord(part) })),
  )
  for (const { from, part } of parts) {
    if (from === 'client') {
      const key = tokenKey(toRecord(toRecord(part['params'])['_meta'])['progressToken'])
      if (key !== undefined && 'id' in part)
        requests.push({ id: part['id'], key, taskId: undefined, isDone: false, progress: undefined })
    } else if (part['method'] === 'notifications/progress') {
      const { progressToken, progress } = toRecord(part['params'])
      const request = requests.findLast(({ key }) => key === tokenKey(progressToken))
      onProgress({ request, progress, before: request?.progress }, progressToken)
      if (request !== undefined) request.progress = Number(progress)
    } else followEnd(part, requests)
  }
}

/** The response ends a request, unless it became a task of 2025-11-25: then its last status does. */
function followEnd(part: RawMessage, requests: readonly ReportedRequest[]): void {
  const result = toRecord(part['result'])
  const { taskId: created } = toRecord(result['task'])
  const answered = 'method' in part ? undefined : requests.find(({ id, isDone }) => id === part['id'] && !isDone)
  if (answered !== undefined && answered.taskId === undefined) {
    answered.taskId = created
    answered.isDone = created === undefined
  }
  const { taskId, status } = { ...result, ...toRecord(part['params']) }
  const ended = requests.find((request) => taskId !== undefined && request.taskId === taskId)
  if (ended !== undefined && terminalStatuses.has(status)) ended.isDone = true
}

/** A task with one of these never changes. */
export const terminalStatuses: ReadonlySet<unknown> = new Set(['completed', 'failed', 'cancelled'])

/** Tokens of different types are different. */
function tokenKey(token: unknown): string | undefined {
  return typeof token === 'string' || Number.isInteger(token) ? JSON.stringify(token) : undefined
}
