import { spawn } from 'node:child_process'
import process from 'node:process'
import type { RunOptions } from '../command-line/invocation.js'
import { CliError } from '../errors/cli-error.js'
import { formatLine } from '../output/format-line.js'
import type { Io, ProcessPipes } from '../process/io.js'
import { installPublished } from './install-published.js'
import { type PackageSpec, parsePackageSpec } from './package-spec.js'
import { findProgram, type PublishedProgram } from './published-program.js'
import type { RunFlags } from './run-flags.js'
import { findSdkCopies, replacement } from './sdk-copies.js'
import { findSdkInside, type SdkInside } from './sdk-inside.js'

/** A line of `run`, taken apart. */
export interface RunLine {
  /** The words before `--`: the package. */
  readonly words: readonly string[]
  /** The words after it, for the program. */
  readonly args: readonly string[]
  readonly flags: RunFlags & Pick<RunOptions, 'env'>
}

/**
 * `run <package> -- args` starts a published server in the place of this process, on this library: the official SDK among its
 * packages is replaced. Ends as the server ends.
 */
export async function runCommand({ words, args, flags }: RunLine, io: Io): Promise<number> {
  const [word, extra] = words
  if (word === undefined) throw new CliError('usage', 'run: give a package: omniport run <package> -- args…')
  if (extra !== undefined)
    throw new CliError(
      'usage',
      `run takes one package, got "${extra}" as well; arguments of the server come after "--"`,
    )
  const { pipes } = io
  if (pipes === undefined) throw new CliError('usage', 'run: there is no process to run in')
  const spec = parsePackageSpec(word)
  const folder = await installPublished(spec, { sdk: flags.sdk, isFresh: flags.fresh === true }, io)
  const program = await findProgram(folder, spec, flags.bin)
  io.stderr(formatLine(`omniport run: ${await describe(folder, spec, program)}`))
  const variables = Object.fromEntries(flags.env.map((text) => text.split(/=(.*)/s).slice(0, 2)))
  return runNode([program.path, ...args], { ...io.env, ...variables }, pipes)
}

/** Says on which SDK the server runs. */
async function describe(folder: string, { name }: PackageSpec, { version }: PublishedProgram): Promise<string> {
  const copies = await findSdkCopies(folder)
  const server = `${name} ${version}`
  const other = copies.find((copy) => copy.name !== replacement)
  if (other !== undefined)
    return `${server} has ${other.name} ${other.version} in ${other.path}, which was not replaced`
  if (copies[0] !== undefined) return `${server} on ${replacement} ${copies[0].version}`
  return `${server} runs as it is: ${asItIs[await findSdkInside(folder, name)]}`
}

const asItIs: Readonly<Record<SdkInside, string>> = {
  'built-in': '@modelcontextprotocol/sdk is built into its files, where it cannot be replaced',
  'version-2': 'it uses version 2 of the official SDK, which is not replaced',
  unknown: 'it does not use @modelcontextprotocol/sdk',
}

/** Runs a file with the standard streams of this process, and resolves with its exit code. */
async function runNode(argv: readonly string[], env: Io['env'], pipes: ProcessPipes): Promise<number> {
  const child = spawn(process.execPath, argv, { env, stdio: 'inherit', windowsHide: true })
  pipes.takeSignals((signal) => child.kill(signal))
  const { code, signal } = await new Promise<{ code: number | null; signal: NodeJS.Signals | null }>(
    (resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code, signal) => resolve({ code, signal }))
    },
  )
  return signal === null ? (code ?? 0) : pipes.dieBy(signal)
}
