import { describe, expect, test } from 'vitest'
import { defaultLimits } from '../../protocol/limits/limits.js'
import type { Tool } from '../../protocol/model/tool.js'
import { ToolOutputs } from './tool-outputs.js'

const inputSchema = { type: 'object' } as const
const number = { type: 'object', properties: { n: { type: 'number' } } }
const tool = (name: string, outputSchema?: object) =>
  ({ name, inputSchema, ...(outputSchema !== undefined && { outputSchema }) }) as Tool

describe('the outputs of tools', () => {
  test('are checked by the schema of each, and by none where there is none', async () => {
    const outputs = new ToolOutputs(defaultLimits)
    outputs.replace([tool('count', number), tool('free')])
    const validator = await outputs.prepare('count')
    expect(validator?.prepare()).toBeUndefined()
    expect(validator?.check({ n: 'x' })).toMatchObject({ issues: [{ path: ['n'] }] })
    expect([outputs.prepare('free'), outputs.prepare('unlisted')]).toEqual([undefined, undefined])
  })

  test('have one validator for each tool until the tools are listed again', async () => {
    const outputs = new ToolOutputs(defaultLimits)
    outputs.replace([tool('count', number)])
    const first = await outputs.prepare('count')
    expect(await outputs.prepare('count')).toBe(first)
    outputs.replace([tool('count', { type: 'string' }), tool('other', number)])
    const second = await outputs.prepare('count')
    expect([second === first, await second?.check('text')]).toEqual([false, { value: 'text' }])
    outputs.replace([])
    expect(outputs.prepare('count')).toBeUndefined()
  })

  test('that cannot be checked are an error that names the tool and the reason', async () => {
    const outputs = new ToolOutputs(defaultLimits)
    const name = `a"${'x'.repeat(70)}`
    outputs.replace([tool(name, { $ref: 'https://elsewhere.example/schema' }), tool('count', number)])
    const failed = (async () => outputs.prepare(name))()
    await expect(failed).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringMatching(
        /^The tool "a\\"x{62}…" was not called, because its output schema cannot be checked: .+\. With validateOutput: false it is called, and its result is not checked$/,
      ),
      cause: expect.any(Error),
    })
    expect((await outputs.prepare('count'))?.document).toEqual(number)
  })

  test('have limits', async () => {
    const outputs = new ToolOutputs({ ...defaultLimits, schemaDepth: 1 })
    outputs.replace([
      tool('count', { type: 'object', properties: { a: { properties: { b: { properties: { c: {} } } } } } }),
    ])
    await expect((async () => outputs.prepare('count'))()).rejects.toMatchObject({ code: 'unsupported' })
  })
})
