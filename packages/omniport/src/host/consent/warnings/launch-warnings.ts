import { truncate } from '../../../values/text/truncate.js'
import type { Launch } from '../../servers/settings/launch.js'
import { isLoaderVariable } from '../../servers/settings/launch-of.js'
import { visibleText } from '../descriptions/visible-text.js'
import { downloadWarnings } from './download-warnings.js'
import type { LaunchWarning } from './launch-warning.js'
import { type LaunchWords, programOf, toLaunchWords } from './launch-words.js'
import { pathWarnings } from './path-warnings.js'
import { urlWarnings } from './url-warnings.js'

const shells: ReadonlySet<string> = new Set([
  ...['sh', 'bash', 'zsh', 'dash', 'ash', 'ksh', 'fish', 'csh', 'tcsh', 'busybox'],
  ...['cmd', 'powershell', 'pwsh', 'iex', 'invoke-expression', 'wscript', 'cscript', 'mshta', 'osascript', 'eval'],
])

const downloaders: ReadonlySet<string> = new Set([
  ...['curl', 'wget', 'aria2c', 'fetch', 'lynx', 'certutil', 'bitsadmin'],
  ...['iwr', 'irm', 'invoke-webrequest', 'invoke-restmethod'],
])

/** Interpreters, without their versions, and the flags that take a program as text. */
const inlineFlags: ReadonlyMap<string, readonly string[]> = new Map([
  ['node', ['-e', '--eval', '-p', '--print', '-pe', '--import', '--require', '-r']],
  ['bun', ['-e', '--eval', '-p', '--print', '--preload', '-r']],
  ['deno', ['eval']],
  ['python', ['-c']],
  ['pypy', ['-c']],
  ['perl', ['-e', '-E']],
  ['ruby', ['-e']],
  ['php', ['-r']],
  ['lua', ['-e']],
  ['awk', ['-f']],
])

/** Removes the version from the name of an interpreter: `python` for `python3.12`. */
function withoutVersion(program: string): string {
  return program.replace(/[\d.]+$/, '')
}

/**
 * Warns about known dangers in the way a server is started, one line per danger. A command without warnings is not proven
 * safe.
 *
 * spec: security_best_practices#local-mcp-server-compromise
 */
export function launchWarnings(launch: Launch): readonly string[] {
  if (launch.type === 'program') return []
  if (launch.type === 'url') return urlWarnings(launch.url).map(visibleText)
  return [...new Set(commandWarnings(launch, 0))]
}

type CommandLaunch = LaunchWords['launch']

/** The warnings about the command and about the commands that it starts. */
function commandWarnings(launch: CommandLaunch, depth: number): readonly string[] {
  const words = toLaunchWords(launch)
  const found = [...rules, ...downloadWarnings, ...pathWarnings].flatMap(({ find, message }) => {
    const what = find(words)
    return what === undefined ? [] : [message(truncate(visibleText(what), shownLength))]
  })
  const inner = depth < maxInner ? innerCommand(launch) : undefined
  return inner === undefined ? found : [...found, ...commandWarnings({ ...launch, ...inner }, depth + 1)]
}

const maxInner = 5
/** The quoted part is truncated; the command itself is shown in full. */
const shownLength = 200

const rules: readonly LaunchWarning[] = [
  {
    find: anyOf('sudo', 'doas', 'su', 'pkexec', 'runas', 'gsudo'),
    message: (what) => `${what} gives it the rights of an administrator.`,
  },
  {
    find: anyOf('rm', 'rmdir', 'rd', 'del', 'erase', 'shred', 'dd', 'mkfs', 'wipefs', 'remove-item'),
    message: (what) => `${what} deletes or overwrites files.`,
  },
  {
    find: pipedIntoShell,
    message: (what) => `What ${what} downloads is run at once, whatever it is by then.`,
  },
  {
    find: inlineShell,
    message: (what) => `${what} reads its arguments as a program: several commands may be in it.`,
  },
  {
    find: ({ program, args }) =>
      /^(?:powershell|pwsh)$/.test(program)
        ? args.find((arg) => /^[-/]e(?:c|nc|ncodedcommand)?$/i.test(arg))
        : undefined,
    message: (what) => `${what} hides what is run.`,
  },
  {
    find: ({ program, args }) =>
      inlineFlags.get(withoutVersion(program))?.find((flag) => args.some((arg) => isFlag(arg, flag))),
    message: (what) => `There is a program in its arguments, after ${what}.`,
  },
  {
    find: anyOf(...downloaders, 'nc', 'ncat', 'netcat', 'socat', 'telnet', 'ssh', 'scp', 'sftp', 'rsync', 'ftp'),
    message: (what) => `${what} sends to and gets from other machines.`,
  },
  {
    find: anyOf('chmod', 'chown', 'icacls', 'takeown', 'crontab', 'systemctl', 'launchctl', 'schtasks', 'reg'),
    message: (what) => `${what} changes settings of this machine that outlive the program.`,
  },
  {
    find: ({ launch }) => launch.env.find(isLoaderVariable),
    message: (what) => `The variable ${what} can make it run other programs than the command names, or trust others.`,
  },
  {
    find: ({ launch: { command, args } }) => [command, ...args].find((word) => visibleText(word) !== word),
    message: (what) => `There are characters in it that cannot be seen: ${what}`,
  },
  {
    // Such a name may look like another program's.
    find: ({ launch: { command } }) => (/[^\p{ASCII}]/u.test(programOf(command)) ? command : undefined),
    message: (what) => `The name of the program has letters that are not of the Latin alphabet: ${what}`,
  },
]

/** Finds these programs anywhere in the command. */
function anyOf(...programs: readonly string[]): LaunchWarning['find'] {
  const names: ReadonlySet<string> = new Set(programs)
  return ({ words }) => words.find((word) => names.has(programOf(word)))
}

/** Finds a download whose output is piped into a shell or an interpreter. */
function pipedIntoShell({ args }: LaunchWords): string | undefined {
  let source: string | undefined
  for (const part of args.join(' ').split('|')) {
    const words = part.split(/[\s;&()`"'$]+/).filter((word) => word !== '')
    const [first = '', second = ''] = words.map(programOf)
    const runs = first === 'sudo' ? second : first
    if (source !== undefined && (shells.has(runs) || inlineFlags.has(withoutVersion(runs)))) return source
    source ??= words.find((word) => downloaders.has(programOf(word)))
  }
  return undefined
}

/** Finds `sh -c`, `bash -lc`, `cmd /c`, `powershell -Command`. */
function inlineShell({ program, args, launch }: LaunchWords): string | undefined {
  const isInline = args.some((arg) => /^(?:-[a-z]*c|\/[ck]|-command)$/i.test(arg))
  return shells.has(program) && isInline ? launch.command : undefined
}

/** Matches `--eval` and `--eval=…`. */
function isFlag(arg: string, flag: string): boolean {
  return arg === flag || arg.startsWith(`${flag}=`)
}

interface CommandLine {
  readonly command: string
  readonly args: readonly string[]
}

/** Returns the command that a wrapper starts, if it can be found: `npx` for `cmd /c npx -y a`. */
function innerCommand({ command, args }: CommandLine): CommandLine | undefined {
  if (!wrappers.has(programOf(command))) return undefined
  const start = args.findIndex((arg) => !/^-|^\/[a-z]$|^\w+=|^\d+[smh]?$/i.test(arg))
  const inner = args[start]
  return inner === undefined ? undefined : { command: inner, args: args.slice(start + 1) }
}

const wrappers: ReadonlySet<string> = new Set([
  ...['cmd', 'doas', 'env', 'exec', 'ionice', 'nice', 'nohup', 'pkexec', 'setsid', 'start', 'stdbuf', 'sudo', 'time'],
  ...['timeout', 'xargs'],
])
