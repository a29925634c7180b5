import type { LaunchWarning } from './launch-warning.js'
import type { LaunchWords } from './launch-words.js'

/** Commands that fetch code, and containers that keep nothing in. */
export const downloadWarnings: readonly LaunchWarning[] = [
  {
    find: (words) => (runnerOf(words) === undefined ? undefined : words.launch.command),
    message: (what) => `${what} downloads a program that others have published, and runs it.`,
  },
  {
    find: (words) => {
      const name = packageOf(words)
      return name === undefined || isFixed(name) ? undefined : name
    },
    message: (what) => `No version is fixed: what ${what} is may change without anybody being asked.`,
  },
  {
    find: ({ program, args }) => (isContainer(program) ? args.find(isOpen) : undefined),
    message: (what) => `${what} lets the container reach out to this machine.`,
  },
  {
    find: ({ program, args }) => (isContainer(program) ? mounts(args).find(isWideMount) : undefined),
    message: (what) => `The container gets a folder that is more than it should need: ${what}`,
  },
]

/** Words after which a package is named: `npx`, `pnpm dlx`, `uv tool run`. */
const runners: readonly (readonly string[])[] = [
  ['npx'],
  ['bunx'],
  ['pnpx'],
  ['uvx'],
  ['npm', 'exec'],
  ['npm', 'x'],
  ['pnpm', 'dlx'],
  ['yarn', 'dlx'],
  ['bun', 'x'],
  ['pipx', 'run'],
  ['uv', 'tool', 'run'],
  ['deno', 'run'],
  ['deno', 'x'],
  ['go', 'run'],
  ['docker', 'run'],
  ['podman', 'run'],
  ['nerdctl', 'run'],
  ['docker', 'container', 'run'],
]

/** How many of the arguments belong to the runner, undefined where there is none. */
function runnerOf({ program, args }: LaunchWords): number | undefined {
  const plain = args.filter((arg) => !arg.startsWith('-'))
  const fitting = runners.find(([name, ...verbs]) => name === program && verbs.every((verb, n) => plain[n] === verb))
  if (fitting === undefined) return undefined
  // These two run files of this machine as well.
  if ((program === 'deno' || program === 'go') && !isElsewhere(plain[1] ?? '')) return undefined
  return fitting.length - 1
}

/** `jsr:@a/b`, `https://…`, `example.com/a/b@latest`. */
function isElsewhere(name: string): boolean {
  return /^(?:jsr:|npm:|https?:)/.test(name) || /^[^./\\][^/\\]*\.[^/\\]+\/.*@/.test(name)
}

/** What is downloaded, as far as that can be told from flags with values. */
function packageOf(words: LaunchWords): string | undefined {
  const verbs = runnerOf(words)
  if (verbs === undefined) return undefined
  const { args, program } = words
  const named = isContainer(program) ? undefined : flagValue(args, /^(?:-p|--package|--from|--spec)(?:=|$)/)
  if (named !== undefined) return named
  const withValue = isContainer(program) ? containerFlags : programFlags
  const plain = args.filter((arg, index) => !arg.startsWith('-') && !withValue.test(args[index - 1] ?? ''))
  return plain[verbs]
}

/** Of a flag that is written with a space or with `=`. */
function flagValue(args: readonly string[], flag: RegExp): string | undefined {
  const at = args.findIndex((arg) => flag.test(arg))
  const found = args[at]
  if (found === undefined) return undefined
  return !found.includes('=') ? args[at + 1] : found.slice(found.indexOf('=') + 1)
}

const programFlags = /^(?:--python|--index-url|--with|--registry|--cache|-c|--call|--node-options)$/
const containerFlags =
  /^(?:-[evpuwlhm]|--(?:env|env-file|volume|publish|user|workdir|label|hostname|memory|name|network|net|mount|entrypoint|platform|pull|cap-add|cap-drop|security-opt|add-host|cpus|gpus|device|pid|ipc|tmpfs|ulimit|log-driver|restart))$/

/** Of an image only its digest is; tags are moved. */
function isFixed(name: string): boolean {
  return /@sha256:|==\d|.@v?\d+\.\d+|^\.{0,2}[/\\]|^[a-z]:\\/i.test(name)
}

function isContainer(program: string): boolean {
  return program === 'docker' || program === 'podman' || program === 'nerdctl'
}

function isOpen(arg: string, index: number, args: readonly string[]): boolean {
  if (arg === '--privileged' || /^--(?:network|net|pid|ipc|userns)=host$/.test(arg)) return true
  if (/^--(?:cap-add|device|security-opt)(?:=|$)/.test(arg)) return true
  return /^--(?:network|net|pid|ipc|userns)$/.test(arg) && args[index + 1] === 'host'
}

/** The values of all flags that mount something. */
function mounts(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, index) => {
    if (/^(?:-v|--volume|--mount)$/.test(arg)) return [args[index + 1] ?? '']
    const [, value] = /^(?:-v|--volume|--mount)=(.*)$/s.exec(arg) ?? []
    return value === undefined ? [] : [value]
  })
}

/** All of this machine, or the socket by which containers are started. */
function isWideMount(mount: string): boolean {
  return /(?:^|=)\/(?::|,|$)/.test(mount) || mount.includes('docker.sock') || mount.includes('podman.sock')
}
