import type { ConnectOptions } from '../../entries/client.js'
import type { TargetName } from '../command-line/invocation.js'
import type { Io } from '../process/io.js'
import { formatTarget } from '../target/format-target.js'

/**
 * Answers the questions of a server at the terminal: forms, and pages to open. Without a terminal nobody can answer, and the
 * server hears so before it asks.
 */
export function inputHandlers(target: TargetName, io: Io): Pick<ConnectOptions, 'elicit' | 'elicitUrl'> {
  const { terminal, signal } = io
  const server = formatTarget(target)
  if (terminal === undefined) return {}
  const open = async () => {
    const [{ ClackTerminal }, { SharedScreen }, { userOptions }] = await Promise.all([
      import('../host/screen/clack-terminal.js'),
      import('../host/screen/shared-screen.js'),
      import('../host/input/user-options.js'),
    ])
    return userOptions(new SharedScreen(new ClackTerminal(terminal), signal))
  }
  // Calls may ask at once; they share the screen, which shows one question at a time.
  let opened: ReturnType<typeof open> | undefined
  const screen = () => {
    io.status?.('')
    opened ??= open()
    return opened
  }
  return {
    elicit: async (question, ctx) => (await screen()).elicit({ ...question, server }, ctx),
    elicitUrl: async (question, ctx) => (await screen()).elicitUrl({ ...question, server }, ctx),
  }
}
