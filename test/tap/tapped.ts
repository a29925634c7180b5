import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseRecording, type Recording } from 'omniport/protocol'
import { cli } from '../cli/run-program.js'

export const node = process.execPath

/** The program with one behaviour. */
export const behaves = (...words: readonly string[]) => [
  node,
  fileURLToPath(new URL('fixtures/behaves.mjs', import.meta.url)),
  ...words,
]

/** Tap in front of a server. */
export interface TappedUrl {
  readonly url: string
  readonly pid: number
  readonly stderr: () => string
  /** Resolves with its exit code. */
  close(): Promise<number | null>
}

/** A folder for the recording of a test. The test removes it. */
export class TapFolder {
  readonly folder: string
  readonly file: string

  constructor(folder: string) {
    this.folder = folder
    this.file = join(folder, 'tap.jsonl')
  }

  static async create(): Promise<TapFolder> {
    return new TapFolder(await mkdtemp(join(tmpdir(), 'tap-')))
  }

  /** The line that runs a program through tap. */
  through(program: readonly string[], ...options: readonly string[]): readonly string[] {
    return [node, cli, 'tap', '--output', this.file, ...options, '--', ...program]
  }

  /** Starts tap in front of a server. Whoever does it closes it. */
  async tapUrl(url: string, ...options: readonly string[]): Promise<TappedUrl> {
    const child = start([node, cli, 'tap', url, '--output', this.file, '--quiet', ...options])
    child.stdin.end()
    let complaints = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaints += text
    })
    const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
    const line = await new Promise<string>((resolve, reject) => {
      child.stdout.setEncoding('utf8').once('data', resolve)
      void closed.then(() => reject(new Error(`tap has ended: ${complaints}`)))
    })
    const { url: own } = JSON.parse(line) as { readonly url: string }
    const close = () => {
      child.kill('SIGTERM')
      return closed
    }
    return { url: own, pid: child.pid ?? 0, stderr: () => complaints, close }
  }

  text(): Promise<string> {
    return readFile(this.file, 'utf8')
  }

  async recording(): Promise<Recording> {
    return parseRecording(await this.text())
  }

  /** A recording for each time that the program was started. */
  async recordings(): Promise<readonly Recording[]> {
    const files = (await readdir(this.folder)).filter((name) => name.endsWith('.jsonl'))
    return Promise.all(files.map(async (name) => parseRecording(await readFile(join(this.folder, name), 'utf8'))))
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true })
  }
}

/** How a program ended, and what it wrote. */
export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: Buffer
  readonly stderr: Buffer
}

export function start([program = '', ...args]: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return spawn(program, args, { env: { ...process.env, ...env } })
}

export async function ended(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  const closed = new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
    child.once('close', (code, signal) => resolve([code, signal]))
  })
  child.stdin.on('error', () => {})
  const [stdout, stderr] = await Promise.all([buffer(child.stdout), buffer(child.stderr)])
  const [code, signal] = await closed
  return { code, signal, stdout, stderr }
}

/** Runs a program with this input. */
export function run(
  program: readonly string[],
  input: Uint8Array | string,
  env: Readonly<Record<string, string>> = {},
) {
  const child = start(program, env)
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  return ended(child)
}
