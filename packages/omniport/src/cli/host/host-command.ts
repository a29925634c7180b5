import { CliError } from '../errors/cli-error.js'
import type { Io } from '../process/io.js'
import { unlessAborted } from '../process/unless-aborted.js'
import { followHost } from './events/follow-host.js'
import { Notifications } from './events/notifications.js'
import { ServerLines } from './events/server-lines.js'
import type { HostFlags } from './host-flags.js'
import { type HostEnvironment, type OpenedHost, openHost } from './open-host.js'
import { ClackTerminal } from './screen/clack-terminal.js'
import { SharedScreen } from './screen/shared-screen.js'
import type { Terminal } from './screen/terminal.js'
import { runSession } from './session/run-session.js'

/** `host` runs a session over all configured servers. Exits with 130 if the user does not wait for their end. */
export async function hostCommand(flags: HostFlags, io: Io): Promise<number> {
  if (io.terminal === undefined) {
    const alternative = 'a script can use list, call, read and prompt'
    throw new CliError('usage', `host: stdin and stdout must be a terminal; ${alternative}`)
  }
  return hostSession(flags, io, new ClackTerminal(io.terminal))
}

/** Runs the session at any terminal. */
export async function hostSession(flags: HostFlags, io: Io, terminal: Terminal): Promise<number> {
  const shared = new SharedScreen(terminal, io.signal)
  const notifications = new Notifications(shared)
  const opened = await openHost(flags, { io, shared, notifications })
  const ended = await run(opened, { io, shared, notifications, canSignIn: flags.auth === true }).then(
    () => undefined,
    (reason: unknown) => ({ reason }),
  )
  const isClosed = await close(opened, io, terminal)
  // An interrupt is a normal end.
  if (ended !== undefined && !io.signal.aborted) throw ended.reason
  return isClosed ? 0 : 130
}

interface SessionParts extends HostEnvironment {
  readonly canSignIn: boolean
}

async function run({ host }: OpenedHost, { io, shared, notifications, canSignIn }: SessionParts): Promise<void> {
  const stopping = new AbortController()
  const lines = new ServerLines()
  const following = followHost(host, {
    signal: stopping.signal,
    lines,
    notify: (tone, text) => notifications.add(tone, text),
    canSignIn,
  })
  following.catch((reason: unknown) => {
    if (!stopping.signal.aborted) notifications.add('bad', reason instanceof Error ? reason.message : String(reason))
  })
  try {
    await runSession({ host, screen: shared.screen, lines, cwd: io.cwd })
  } finally {
    stopping.abort()
  }
}

/** Returns false if the user did not wait. */
async function close(opened: OpenedHost, { signal }: Io, terminal: Terminal): Promise<boolean> {
  const closing = opened.close()
  if (signal.aborted) {
    await closing
    return true
  }
  const closingTimer = setTimeout(
    () => terminal.print('plain', 'Ending the servers. Ctrl-C quits without waiting.'),
    closingNoticeMs,
  )
  try {
    await unlessAborted(closing, signal)
    return true
  } catch (reason) {
    if (signal.aborted) return false
    throw reason
  } finally {
    clearTimeout(closingTimer)
  }
}

const closingNoticeMs = 300
