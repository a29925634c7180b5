import type { LaunchWarning } from './launch-warning.js'
import type { LaunchWords } from './launch-words.js'

/** Warnings about commands that download code, and about containers with wide access. */
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
    find: ({ program, args }) => (isContainer(program) ? args.find(hasWideAccess) : undefined),
    message: (what) => `${what} lets the container reach out to this machine.`,
  },
  {
    find: ({ program, args }) => (isContainer(program) ? mounts(args).find(isWideMount) : undefined),
    message: (what) => `The container gets a folder that is more than it should need: ${what}`,
  },
]

/** The words before the name of a package: `npx`, `pnpm dlx`, `uv tool run`. */
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

/** The number of arguments that belong to the runner; undefined if the command is not one. */
function runnerOf({ program, args }: LaunchWords): number | undefined {
  const plain = args.filter((arg) => !arg.startsWith('-'))
  const runner = runners.find(([name, ...verbs]) => name === program && verbs.every((verb, n) => plain[n] === verb))
  if (runner === undefined) return undefined
  // These two also run local files.
  if ((program === 'deno' || program === 'go') && !isRemote(plain[1] ?? '')) return undefined
  return runner.length - 1
}

/** True for `jsr:@a/b`, `https://…`, `example.com/a/b@latest`. */
function isRemote(name: string): boolean {
  return /^(?:jsr:|npm:|https?:)/.test(name) || /^[^./\\][^/\\]*\.[^/\\]+\/.*@/.test(name)
}

/** The downloaded package or image, as far as the flags allow to find it. */
function packageOf(words: LaunchWords): string | undefined {
  const verbs = runnerOf(words)
  if (verbs === undefined) return undefined
  const { args, program } = words
  const flagged = isContainer(program) ? undefined : flagValue(args, /^(?:-p|--package|--from|--spec)(?:=|$)/)
  if (flagged !== undefined) return flagged
  const withValue = isContainer(program) ? containerFlags : programFlags
  const plain = args.filter((arg, index) => !arg.startsWith('-') && !withValue.test(args[index - 1] ?? ''))
  return plain[verbs]
}

/** The value of a flag, after a space or `=`. */
function flagValue(args: readonly string[], flag: RegExp): string | undefined {
  const at = args.findIndex((arg) => flag.test(arg))
  const found = args[at]
  if (found === undefined) return undefined
  return !found.includes('=') ? args[at + 1] : found.slice(found.indexOf('=') + 1)
}

const programFlags = /^(?:--python|--index-url|--with|--registry|--cache|-c|--call|--node-options)$/
const containerFlags =
  /^(?:-[evpuwlhm]|--(?:env|env-file|volume|publish|user|workdir|label|hostname|memory|name|network|net|mount|entrypoint|platform|pull|cap-add|cap-drop|security-opt|add-host|cpus|gpus|device|pid|ipc|tmpfs|ulimit|log-driver|restart))$/

/** True for a fixed version; of an image that is only a digest, because tags can move. */
function isFixed(name: string): boolean {
  return /@sha256:|==\d|.@v?\d+\.\d+|^\.{0,2}[/\\]|^[a-z]:\\/i.test(name)
}

function isContainer(program: string): boolean {
  return program === 'docker' || program === 'podman' || program === 'nerdctl'
}

function hasWideAccess(arg: string, index: number, args: readonly string[]): boolean {
  if (arg === '--privileged' || /^--(?:network|net|pid|ipc|userns)=host$/.test(arg)) return true
  if (/^--(?:cap-add|device|security-opt)(?:=|$)/.test(arg)) return true
  return /^--(?:network|net|pid|ipc|userns)$/.test(arg) && args[index + 1] === 'host'
}

function mounts(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, index) => {
    if (/^(?:-v|--volume|--mount)$/.test(arg)) return [args[index + 1] ?? '']
    const [, value] = /^(?:-v|--volume|--mount)=(.*)$/s.exec(arg) ?? []
    return value === undefined ? [] : [value]
  })
}

/** True for the root of the file system, or the socket that controls the container runtime. */
function isWideMount(mount: string): boolean {
  return /(?:^|=)\/(?::|,|$)/.test(mount) || mount.includes('docker.sock') || mount.includes('podman.sock')
}
