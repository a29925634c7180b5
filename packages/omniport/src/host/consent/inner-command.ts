import { programOf } from './program-of.js'

/** A command as it is started. */
interface CommandLine {
  readonly command: string
  readonly args: readonly string[]
}

/** The command that a command starts: `npx` of `cmd /c npx -y a`; undefined where it starts none that can be told. */
export function innerCommand({ command, args }: CommandLine): CommandLine | undefined {
  if (!wrappers.has(programOf(command))) return undefined
  const start = args.findIndex((arg) => !/^-|^\/[a-z]$|^\w+=|^\d+[smh]?$/i.test(arg))
  const inner = args[start]
  return inner === undefined ? undefined : { command: inner, args: args.slice(start + 1) }
}

const wrappers: ReadonlySet<string> = new Set([
  ...['cmd', 'doas', 'env', 'exec', 'ionice', 'nice', 'nohup', 'pkexec', 'setsid', 'start', 'stdbuf', 'sudo', 'time'],
  ...['timeout', 'xargs'],
])
