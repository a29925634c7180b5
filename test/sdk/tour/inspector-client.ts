import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { JsonObject } from '../../interop/json.js'
import { requestMs, type TourAnswer, type TourClient } from './tour-client.js'

/** How the Inspector reaches a server: the program that it starts, or an address. */
export interface InspectedServer {
  readonly target: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** Asks a server through the command of the Inspector, which connects anew for each request. */
export function openInspector(cli: string, server: InspectedServer): TourClient {
  // From a folder above which there is none, the command looks for its own package.json in the wrong place.
  writeFileSync(join(server.cwd, '../package.json'), '{}')
  let inspector: ChildProcess | undefined
  const close = async () => {
    inspector?.kill()
    inspector = undefined
  }
  return {
    greeting: {},
    pushed: [],
    errors: [],
    request: async (method, params) => {
      const args = argumentsOf(method, params)
      if (args === undefined) return notOffered
      inspector ??= fork(runner, [cli], {
        cwd: server.cwd,
        env: server.env,
        execArgv: [],
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      })
      const answer = await run(inspector, args, server)
      if (answer === undefined) await close()
      return answer ?? { error: { message: 'no answer in time' } }
    },
    async notify() {},
    close,
  }
}

const runner = fileURLToPath(new URL('./inspector-process.mjs', import.meta.url))

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

/** Undefined: it took too long, or the process ended. */
async function run(
  inspector: ChildProcess,
  args: readonly string[],
  { target }: InspectedServer,
): Promise<TourAnswer | undefined> {
  const [first = '', ...rest] = target
  const signal = AbortSignal.timeout(3 * requestMs)
  const answer = once(inspector, 'message', { signal }).catch(() => undefined)
  inspector.send([first, ...args, ...(rest.length > 0 ? ['--', ...rest] : [])])
  const [ended] = (await answer) ?? []
  if (ended === undefined) return undefined
  const { code, stdout, stderr } = ended as { readonly code: number; readonly stdout: string; readonly stderr: string }
  if (code === 0) return { result: JSON.parse(stdout) as JsonObject }
  return { error: { code, message: stderr.trim().split('\n').at(-1) } }
}
