import { describe, expect, test } from 'vitest'
import { connectRaw } from '#test/support/connect-raw.js'
import { defineServer } from '#test/support/define-server.js'
import { TaskWorld } from '#test/support/task-nodes.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { app } from '../apps/app.js'
import { type AnyTool, tool } from './tool.js'

const run = () => ''
const page = app({ uri: 'ui://clock/face', html: '<!doctype html><p>12:00</p>' })
const input = { type: 'object', properties: { city: { type: 'string', 'x-mcp-header': 'City' } } } as const
const apps = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } }

/** The names of the tools that a client is shown. */
async function listedFor(revision: Revision, capabilities: object = {}): Promise<readonly unknown[]> {
  const tools: Record<string, AnyTool<unknown>> = {
    both: tool({ run }),
    models: tool({ run, visibility: ['model'] }),
    views: tool({ run, visibility: ['app'] }),
  }
  const { server } = defineServer({ tools })
  const { request, close } = await connectRaw(server, { revision, capabilities: { ...capabilities } })
  const { result } = await request('tools/list')
  close()
  const listed = result?.['tools'] as readonly { readonly name: string }[] | undefined
  return listed?.map(({ name }) => name) ?? []
}

describe('a tool in a list', () => {
  const entryOf = (definition: AnyTool<unknown>) => new TaskWorld().node({ t: definition }).tool('t')

  test('has what it was given, and takes any arguments where it says nothing', () => {
    expect(entryOf(tool({ run })).listed).toEqual({ name: 't', inputSchema: { type: 'object' } })
    const whole = {
      title: 'T',
      description: 'D',
      annotations: { readOnlyHint: true },
      icons: [{ src: 'https://a.example/i' }],
    }
    const output = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] } as const
    const entry = entryOf(tool({ ...whole, input, output, task: 'optional', _meta: { a: 1 }, run: () => ({ a: '' }) }))
    expect(entry.listed).toEqual({
      ...whole,
      name: 't',
      inputSchema: input,
      outputSchema: output,
      execution: { taskSupport: 'optional' },
      _meta: { a: 1 },
    })
  })

  test.each([
    ['an app', { app: page }, { ui: { resourceUri: 'ui://clock/face' } }],
    ['callers', { visibility: ['app'] as const }, { ui: { visibility: ['app'] } }],
    [
      'both, beside what it has',
      { app: page, visibility: ['app'] as const, _meta: { a: 1 } },
      { a: 1, ui: { resourceUri: 'ui://clock/face', visibility: ['app'] } },
    ],
  ])('has %s in its _meta', (_name, options, meta) => {
    expect(entryOf(tool({ run, ...options })).listed._meta).toEqual(meta)
  })

  test('knows the arguments that headers repeat', () => {
    expect(entryOf(tool({ input, run })).paramHeaders).toEqual([{ name: 'city', path: ['city'], type: 'string' }])
    expect(entryOf(tool({ run })).paramHeaders).toEqual([])
  })

  test('may differ between callers where it is for some alone', () => {
    const varies = (options: object) => entryOf(tool({ run, ...options })).varies
    expect([varies({}), varies({ visibility: ['app'] }), varies({ visibility: ['model', 'app'] })]).toEqual([
      false,
      true,
      false,
    ])
    expect(varies({ visible: () => true })).toBe(true)
  })
})

describe('a tool for views alone', () => {
  test.each([
    ['2024-11-05', {}, ['both', 'models']],
    ['2025-11-25', {}, ['both', 'models']],
    ['2025-11-25', apps, ['both', 'models', 'views']],
    ['2026-07-28', {}, ['both', 'models', 'views']],
  ] as const)('at %s, with the capabilities %j, is listed or not', async (revision, capabilities, names) => {
    expect(await listedFor(revision, capabilities)).toEqual(names)
  })
})

describe('the name of a tool', () => {
  test.each(['a', 'A-z_0.9', 'x'.repeat(128)])('may be %s', (name) => {
    const { logger } = defineServer({ tools: { [name]: tool({ run }) } })
    expect(logger.warnings).toEqual([])
  })

  test.each(['a b', 'ä', 'x'.repeat(129), 'a/b'])('may be %s, with a warning', (name) => {
    const { server, logger } = defineServer({ tools: { [name]: tool({ run }) } })
    expect(logger.warnings).toEqual([`tool ${JSON.stringify(name)}: a name should be 1 to 128 of A-Z a-z 0-9 _ - .`])
    expect([...server.tools.keys()]).toEqual([name])
  })
})
