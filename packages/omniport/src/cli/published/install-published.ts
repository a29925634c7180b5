import type { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import crossSpawn from 'cross-spawn'
import { CliError } from '../errors/cli-error.js'
import { formatOutput } from '../output/format-line.js'
import { cacheFolder } from '../process/cache-folder.js'
import type { Io } from '../process/io.js'
import type { PackageSpec } from './package-spec.js'

export interface InstallOptions {
  /** What npm installs as `@modelcontextprotocol/sdk`. */
  readonly sdk: string
  /** True: what is in the cache is installed anew. */
  readonly isFresh: boolean
}

/**
 * Installs a package with another one in the place of the official SDK, and resolves with the folder that has the
 * `node_modules`. What was installed once is used again, with its `package-lock.json`. The folder appears in one step, so that
 * processes which install the same package at the same time do not meet.
 *
 * Rejects with CliError `unreachable` if npm fails; its output is on stderr.
 */
export async function installPublished(spec: PackageSpec, { sdk, isFresh }: InstallOptions, io: Io): Promise<string> {
  const manifest = JSON.stringify({
    private: true,
    dependencies: { [spec.name]: spec.version },
    overrides: { '@modelcontextprotocol/sdk': sdk },
  })
  const digest = createHash('sha256').update(manifest).digest('hex').slice(0, 24)
  const folder = join(cacheFolder(io.env), 'run', digest)
  if (!isFresh && (await isInstalled(folder))) return folder
  io.stderr(`omniport run: installing ${spec.name}@${spec.version}`)
  const fresh = `${folder}.${randomBytes(6).toString('hex')}`
  await mkdir(fresh, { recursive: true, mode: 0o700 })
  try {
    await writeFile(join(fresh, 'package.json'), manifest)
    await runNpm(fresh, spec, io)
    await put(fresh, folder, isFresh)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
  return folder
}

async function isInstalled(folder: string): Promise<boolean> {
  return readFile(join(folder, 'package-lock.json')).then(
    () => true,
    () => false,
  )
}

/** Moves a finished folder to its place. Another process may have done the same meanwhile, which is as good. */
async function put(fresh: string, folder: string, isFresh: boolean): Promise<void> {
  await mkdir(dirname(folder), { recursive: true })
  if (isFresh) await rename(folder, `${fresh}.old`).catch(() => {})
  try {
    await rename(fresh, folder)
  } catch (reason) {
    if (!(await isInstalled(folder))) throw reason
  }
  if (isFresh) await rm(`${fresh}.old`, { recursive: true, force: true })
}

const npmArguments = ['install', '--no-audit', '--no-fund', '--omit=dev', '--loglevel=error']

async function runNpm(cwd: string, { name, version }: PackageSpec, io: Io): Promise<void> {
  const child: ReturnType<typeof spawn> = crossSpawn('npm', npmArguments, {
    cwd,
    env: io.env,
    stdio: ['ignore', 'ignore', 'pipe'],
    signal: io.signal,
    windowsHide: true,
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n')) if (line.trim() !== '') io.stderr(formatOutput(line))
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (cause) =>
      reject(new CliError('unreachable', `run: could not start npm: ${cause.message}`, { cause })),
    )
    child.once('close', resolve)
  })
  io.signal.throwIfAborted()
  if (code !== 0) throw new CliError('unreachable', `run: npm could not install ${name}@${version}`)
}
