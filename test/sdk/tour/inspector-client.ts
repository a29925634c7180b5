import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import type { JsonObject } from '../../interop/json.js'
import { requestMs, type TourAnswer, type TourClient } from './tour-client.js'

/** How the Inspector reaches a server: the program that it starts, or an address. */
export interface InspectedServer {
  readonly target: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** Asks a server through the command of the Inspector: a process, and a connection, for each request. */
export function openInspector(cli: string, server: InspectedServer): TourClient {
  // From a folder above which there is none, the command looks for its own package.json in the wrong place.
  writeFileSync(join(server.cwd, '../package.json'), '{}')
  return {
    greeting: {},
    pushed: [],
    errors: [],
    request: async (method, params) => {
      const args = argumentsOf(method, params)
      return args === undefined ? notOffered : run(cli, args, server)
    },
    async notify() {},
    async close() {},
  }
}

/** The answer to requests that the command has no arguments for. */
export const notOffered: TourAnswer = Object.freeze({ error: {} })

function argumentsOf(method: string, params: JsonObject = {}): readonly string[] | undefined {
  const { name, uri, cursor } = params
  if (!methods.has(method) || cursor !== undefined) return undefined
  if (method === 'resources/read') return ['--method', method, '--uri', String(uri)]
  if (method.endsWith('/list')) return ['--method', method]
  if (name === undefined) return undefined
  const pairs = pairsOf(params['arguments'] as JsonObject | undefined)
  const [nameOption, pairOption] =
    method === 'tools/call' ? ['--tool-name', '--tool-arg'] : ['--prompt-name', '--prompt-args']
  return ['--method', method, nameOption, String(name), ...pairs.flatMap((pair) => [pairOption, pair])]
}

const methods: ReadonlySet<string> = new Set([
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'prompts/list',
  'prompts/get',
])

function pairsOf(args: JsonObject = {}): readonly string[] {
  return Object.entries(args).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
}

function run(cli: string, args: readonly string[], { target, cwd, env }: InspectedServer): Promise<TourAnswer> {
  return new Promise((resolve) => {
    const [first = '', ...rest] = target
    const all = [cli, first, ...args, ...(rest.length > 0 ? ['--', ...rest] : [])]
    execFile(process.execPath, all, { cwd, env, timeout: 3 * requestMs }, (failure, stdout, stderr) => {
      if (failure === null) resolve({ result: JSON.parse(stdout) as JsonObject })
      else resolve({ error: { code: failure.code, message: stderr.trim().split('\n').at(-1) } })
    })
  })
}
