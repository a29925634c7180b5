import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { root } from '../support/root.js'

const client = "export { connect } from 'omniport/client'"
const worker = `
import { createServer, tool } from 'omniport'
import { createFetchHandler } from 'omniport/http'
const input = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] }
const add = tool({ input, run: ({ a }) => String(a + 1) })
export default { fetch: createFetchHandler(createServer({ name: 'a', version: '1', tools: { add } })) }`

/** Chunks that are loaded when they are needed: for authorization, for output schemas, for patterns in schemas, for skills, for servers in the same page, for extensions of the application, and for tasks that it runs for servers. */
const rareForClient =
  /^(memory-connection|hosted-tasks|auth-values|extension-values|client-skills|load-skill|create-authorizer|guarded-fetch|is-loopback-host|output-validators|compile-schema|evaluator)-/

/** Tasks, questions to the user, completion, extensions, and patterns in schemas. A schema is checked with the first call. */
const rareForWorker =
  /^(open-task-adapters|input-service|client-requests|complete-argument|extension-runtime|evaluator|pattern-guard)-/

test.each([
  ['a client in a browser', client, ['browser'], rareForClient, 60],
  ['a server in a worker', worker, ['workerd', 'worker', 'browser'], rareForWorker, 96.7],
])(
  '%s has what it needs without a rare feature in few KB, compressed',
  async (_, contents, conditions, rare, maxKb) => {
    const { outputFiles, metafile } = await build({
      stdin: { contents, resolveDir: root },
      outdir: 'out',
      write: false,
      metafile: true,
      bundle: true,
      format: 'esm',
      minify: true,
      splitting: true,
      platform: 'browser',
      conditions,
    })
    const found = new Set<string>()
    const late = new Set<string>()
    const visit = (path: string) => {
      if (found.has(path)) return
      found.add(path)
      for (const { path: imported, kind, external } of metafile.outputs[path]?.imports ?? []) {
        if (external === true) continue
        const isRare = kind === 'dynamic-import' && rare.test(imported.slice('out/'.length))
        if (isRare) late.add(imported.slice('out/'.length))
        else visit(imported)
      }
    }
    visit('out/stdin.js')
    const loaded = outputFiles.filter(({ path }) => found.has(path.slice(path.lastIndexOf('/out/') + 1)))
    const kb = loaded.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0) / 1_024
    expect([loaded.length > 1, late.size > 1]).toEqual([true, true])
    expect(kb).toBeLessThanOrEqual(maxKb)
  },
)
