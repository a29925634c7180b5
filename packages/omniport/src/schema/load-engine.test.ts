import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { evaluator } from './evaluate/evaluator.js'
import { loadEngine } from './load-engine.js'

const built = new URL('../../dist/schema/', import.meta.url)

/** Runs a module on the built library in a process of its own, and gives what it printed as JSON. */
async function run(source: string, flags: readonly string[] = []): Promise<unknown> {
  const args = [...flags, '--input-type=module', '--eval', source]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: fileURLToPath(built), timeout: 20_000 })
  return JSON.parse(stdout)
}

const validator = JSON.stringify(new URL('standard/validator.js', built))

describe('loadEngine', () => {
  it('loads the engine once', async () => {
    expect(await loadEngine({ hasPatterns: true })).toBe(evaluator)
    expect(loadEngine({ hasPatterns: true })).toBe(loadEngine({ hasPatterns: true }))
    expect(loadEngine({ hasPatterns: false })).toBe(loadEngine({ hasPatterns: false }))
  })

  it('loads no regular expressions for a document without patterns', async () => {
    const hook = `export async function resolve(name, context, next) {
      if (name === 're2js') throw new Error('loads ' + name)
      return next(name, context)
    }`
    const source = `
      import { register } from 'node:module'
      register('data:text/javascript,' + ${JSON.stringify(encodeURIComponent(hook))})
      const { createValidator } = await import(${validator})
      const check = async (schema) => {
        const validator = createValidator({ type: 'object', properties: { a: schema } }, 'input')
        return validator.check({ a: 'b' }).catch((error) => error.message)
      }
      console.log(JSON.stringify([await check({ type: 'string', format: 'email' }), await check({ pattern: 'b' })]))`
    expect(await run(source)).toEqual([
      { issues: [{ path: ['a'], message: 'must be an email address' }] },
      'loads re2js',
    ])
  })

  it('gives an engine that needs no code generation', async () => {
    const source = `
      import { createValidator } from ${validator}
      let generated = true
      try { new Function('') } catch { generated = false }
      const schema = { type: 'object', properties: { a: { type: 'string', pattern: '^b+$', format: 'email' } }, required: ['a'] }
      const checked = await createValidator(schema, 'input').check({})
      console.log(JSON.stringify({ generated, checked }))`
    expect(await run(source, ['--disallow-code-generation-from-strings'])).toEqual({
      generated: false,
      checked: { issues: [{ path: ['a'], message: 'is required' }] },
    })
  })

  it('is not loaded before a plain document is checked', async () => {
    const hook = `export async function resolve(name, context, next) {
      if (name === 're2js' || name.includes('evaluate/')) throw new Error('loads ' + name)
      return next(name, context)
    }`
    const source = `
      import { register } from 'node:module'
      register('data:text/javascript,' + ${JSON.stringify(encodeURIComponent(hook))})
      const { createValidator } = await import(${validator})
      const validator = createValidator({ type: 'object', properties: { a: { pattern: 'b' } } }, 'input')
      const problem = await validator.check({}).catch((error) => error.message)
      console.log(JSON.stringify({ document: validator.document, problem }))`
    expect(await run(source)).toEqual({
      document: { type: 'object', properties: { a: { pattern: 'b' } } },
      problem: 'loads ./evaluate/evaluator.js',
    })
  })
})
