import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { apply, occurrences } from '../../mutations/apply.mjs'
import { mutations } from '../../mutations/mutations.mjs'
import { root, sourceOf, testsOf } from '../../mutations/places.mjs'
import { type RequirementId, requirements } from '../requirements/requirements.js'

const named = mutations.map((mutation) => [mutation.name, mutation] as const)

describe('the list of mutations', () => {
  test('has at least 500, each with a name of its own', () => {
    const names = named.map(([name]) => name)
    expect(names.length).toBeGreaterThanOrEqual(500)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  test.each([
    'jsonrpc',
    'protocol',
    'schema',
    'uri',
    'store',
    'transport',
    'transport/stdio',
    'transport/http',
    'transport/http/modern',
    'transport/http/legacy',
    'transport/node',
    'server',
    'server/input',
    'server/tasks',
    'auth/resource',
    'auth/ssrf-guard',
    'auth/node',
    'auth/client',
    'auth/client/challenge',
    'auth/client/discovery',
    'auth/client/registration',
    'auth/client/grants',
    'auth/client/grants/authorization-code',
    'auth/client/tokens',
    'auth/client/dpop',
    'client',
    'client/auth',
    'client/http',
    'client/tasks',
    'host',
    'host/input',
    'host/audit',
    'host/catalogue',
    'host/config',
    'host/consent',
    'host/servers',
    'host/node',
    'host/pins',
    'host/sampling',
    'host/sampling/open-ai',
    'cli',
  ])('has some of %s', (folder) => {
    expect(mutations.filter(({ file }) => file.startsWith(`${folder}/`))).not.toEqual([])
  })
})

describe.each(named)('%s', (_name, mutation) => {
  test('has its text once in its file, and changes it', () => {
    const source = readFileSync(join(root, sourceOf(mutation)), 'utf8')
    expect(occurrences(source, mutation)).toBe(1)
    expect(apply(source, mutation)).not.toBe(source)
  })

  test('names tests that exist', () => {
    const tests = testsOf(mutation)
    expect(tests).not.toEqual([])
    expect(tests.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  test('breaks requirements that exist', () => {
    const unknown = (mutation.breaks ?? []).filter((id) => !requirements.has(id as RequirementId))
    expect(unknown).toEqual([])
  })
})
