import type { Host, HostEvent } from '../../../entries/host.js'
import type { Tone } from '../screen/prompts.js'
import { truncateText } from '../screen/truncate-text.js'
import type { ServerLines } from './server-lines.js'

export interface FollowOptions {
  readonly signal: AbortSignal
  readonly lines: ServerLines
  readonly notify: (tone: Tone, text: string) => void
  /** True: the user can sign in where a server requires it. */
  readonly canSignIn: boolean
}

/** Stores the output of servers and shows notifications, until the signal aborts or the host is closed. */
export async function followHost(host: Host, options: FollowOptions): Promise<void> {
  const { signal, lines, notify } = options
  const unhealthy = new Set<string>()
  for await (const event of host.events({ signal })) {
    const line = lineOf(event)
    if (line !== undefined) lines.add(event.server ?? '', truncateText(line, mostCharacters))
    if (event.type === 'server') notifyState(event, unhealthy, options)
    const notification = notificationOf(event)
    if (notification !== undefined) notify(...notification)
  }
}

const mostCharacters = 2_000

function lineOf(event: HostEvent): string | undefined {
  if (event.type === 'stderr') return event.text.replace(/\r?\n$/, '')
  if (event.type !== 'log') return undefined
  const { level, logger, data } = event.entry
  return `[${level}] ${logger === undefined ? '' : `${logger}: `}${typeof data === 'string' ? data : JSON.stringify(data)}`
}

/** Reports failures, and the recovery from them. */
function notifyState(
  { server, status }: Extract<HostEvent, { readonly type: 'server' }>,
  unhealthy: Set<string>,
  { notify, canSignIn }: FollowOptions,
): void {
  const { state, reason, code } = status
  if (['failed', 'lost', 'unresponsive', 'denied'].includes(state)) {
    unhealthy.add(server)
    notify('bad', `${server} is ${state}${reason === undefined ? '' : `: ${truncateText(reason, 500)}`}`)
    if (code === 'unauthorized' && !canSignIn)
      notify('plain', `With --auth you can sign in where ${server} asks for it`)
  } else if (state === 'ready' && unhealthy.delete(server)) {
    notify('good', `${server} is ready again`)
  }
  if (state === 'ready' && status.isEmpty) notify('warning', `${server} offers nothing at all`)
}

function notificationOf(event: HostEvent): readonly [Tone, string] | undefined {
  if (event.type === 'pin' && event.change.isBlocked) {
    const { change, tool } = event.change
    return ['warning', `${event.server}: the tool ${tool} is ${change} and cannot be called until you approve it`]
  }
  if (event.type === 'findings') {
    const found = event.findings.map(({ text }) => text).join('; ')
    return ['warning', `${event.server}: the tool ${event.tool} is suspicious: ${truncateText(found, 500)}`]
  }
  if (event.type !== 'error') return undefined
  return ['bad', `${event.server === undefined ? '' : `${event.server}: `}${truncateText(event.error.message, 500)}`]
}
