import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { codePoint } from '#test/support/code-point.js'
import { nameChoices, serverOfName } from './tool-names.js'

const safe = /^[A-Za-z0-9_-]{1,64}$/

describe('where nothing is lost, a name is the server and the tool', () => {
  test.each([
    ['github', 'create_issue', 'github__create_issue'],
    ['github', 'create_repository', 'github__create_repository'],
    ['my-server', 'listTables', 'my-server__listTables'],
    ['a', '_b', 'a___b'],
    ['a', 'b__c', 'a__b__c'],
    ['_a', 'b', '_a__b'],
    ['notes', '__proto__', 'notes____proto__'],
    ['constructor', 'constructor', 'constructor__constructor'],
    ['s', 't'.repeat(61), `s__${'t'.repeat(61)}`],
  ])('%s %s', async (server, tool, name) => {
    verifies('HOST-08')
    expect(await nameChoices(server, tool)).toEqual([name])
  })
})

describe('where another pair could come to the same, a name ends with ten digits of a hash', () => {
  test.each([
    ['a tool with a slash', 'github', 'issues/create', 'github__issues_create_1t2do8sv5h'],
    ['a server with a dot', 'api.example.com', 'get', 'api_example_com__get_'],
    ['no server', '', 'get', '__get_'],
    ['two underscores in the server', 'a__b', 'c', 'a__b__c_'],
    ['an underscore at its end', 'a_', 'b', 'a___b_02sudalj0j'],
    ['other scripts', 'сервер', 'поиск', `${'_'.repeat(13)}_0e8den5cpf`],
    ['a character of two halves', 'a', '😀', 'a____'],
    ['half a character', 'a', '\ud800', 'a____'],
    ['one character too many', 's', 't'.repeat(62), `s__${'t'.repeat(50)}_`],
    ['a megabyte', 's'.repeat(2 ** 20), 't'.repeat(2 ** 20), `${'s'.repeat(53)}_`],
  ])('%s', async (_what, server, tool, start) => {
    const [name] = await nameChoices(server, tool)
    expect(name.startsWith(start)).toBe(true)
    expect(name).toMatch(/_[01][0-9a-v]{9}$/)
    expect(name).toMatch(safe)
  })

  test('what looks as if it did has another hash of its own', async () => {
    verifies('TOOL-11')
    const [hashed] = await nameChoices('a', 'b/c')
    const tool = hashed.slice('a__'.length)
    const [name] = await nameChoices('a', tool)
    expect(name).not.toBe(hashed)
    expect(name.startsWith(`${hashed}_`)).toBe(true)
  })

  test('so has what looks like one with all of the hash', async () => {
    const [, full = ''] = await nameChoices('a', 'b/c')
    expect(full).toMatch(/^a__b_c_[01][0-9a-v]{51}$/)
    expect((await nameChoices('a', full.slice('a__'.length)))[0]).not.toBe(full)
  })
})

/** What is likely to collide: separators, look-alikes of hashes, characters that are replaced, and what is cut. */
const piece = fc.constantFrom(
  '_',
  '__',
  '-',
  'a',
  'b',
  'A',
  '/',
  '.',
  ' ',
  'é',
  '0123456789',
  '_0123456789',
  'x'.repeat(30),
)
const part = fc.oneof(
  fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join('')),
  fc.string(),
  fc.string({ unit: codePoint }),
)
const pair = fc.tuple(part, part)

test('no two pairs have the same name', async () => {
  verifies('HOST-08', 'HOST-10')
  const pairs = new Map<string, string>()
  await fc.assert(
    fc.asyncProperty(pair, async ([server, tool]) => {
      const [name] = await nameChoices(server, tool)
      expect(name).toMatch(safe)
      const known = pairs.get(name) ?? JSON.stringify([server, tool])
      expect(known).toBe(JSON.stringify([server, tool]))
      pairs.set(name, known)
    }),
    { numRuns: 2_000 },
  )
})

test('no name that another pair was given can be had by calling a tool or a server so', async () => {
  await fc.assert(
    fc.asyncProperty(pair, fc.nat(63), async ([server, tool], at) => {
      for (const name of await nameChoices(server, tool)) {
        // Any way to take that name apart again.
        const imitation = [name.slice(0, at), name.slice(at + 2)] as const
        if (imitation[0] === server && imitation[1] === tool) continue
        expect((await nameChoices(...imitation))[0]).not.toBe(name)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('all choices of a pair are fit for a model, differ, and are the same every time', async () => {
  await fc.assert(
    fc.asyncProperty(pair, fc.option(part, { nil: undefined }), async ([server, tool], given) => {
      const naming = given === undefined ? undefined : () => given
      const choices = await nameChoices(server, tool, naming)
      for (const name of choices) expect(name).toMatch(safe)
      expect(new Set(choices).size).toBe(choices.length)
      expect(await nameChoices(server, tool, naming)).toEqual(choices)
    }),
    { numRuns: 1_000 },
  )
})

test('the server of a name is the one that has the tool, or may be any', async () => {
  await fc.assert(
    fc.asyncProperty(pair, async ([server, tool]) => {
      for (const name of await nameChoices(server, tool)) expect(serverOfName(name) ?? server).toBe(server)
    }),
    { numRuns: 1_000 },
  )
})

test.each([
  ['github__create_issue', 'github'],
  ['a___b', 'a'],
  ['a__b__c', 'a'],
  ['a__b_0123456789', undefined],
  ['plain', ''],
  ['', ''],
])('the server of the name %j is %j', (name, server) => {
  expect(serverOfName(name)).toBe(server)
})

describe('a rule of the user', () => {
  test('is followed where it gives what a model can take; the others are for when several come to the same', async () => {
    const choices = await nameChoices('github', 'create_issue', (server, tool) => `${tool}-${server}`)
    expect(choices).toHaveLength(3)
    expect(choices[0]).toBe('create_issue-github')
    expect(choices[1]).toMatch(/^create_issue-github_[01][0-9a-v]{9}$/)
    expect(choices[2]).toMatch(/^create_issu_[01][0-9a-v]{51}$/)
  })

  test.each([
    ['unsafe', 'a b', /^a_b_[01][0-9a-v]{9}$/],
    ['too long', 'x'.repeat(65), /^x{53}_[01][0-9a-v]{9}$/],
    ['empty', '', /^github__create_issue_[01][0-9a-v]{9}$/],
  ])('that gives what is %s is followed as far as it can be', async (_what, given, expected) => {
    const choices = await nameChoices('github', 'create_issue', () => given)
    expect(choices).toHaveLength(2)
    expect(choices[0]).toMatch(expected)
  })

  test.each([
    [
      'throws',
      () => {
        throw new Error('no')
      },
    ],
    ['gives no text', () => 7 as unknown as string],
  ])('that %s is not followed', async (_what, naming) => {
    expect(await nameChoices('github', 'create_issue', naming)).toEqual(['github__create_issue'])
  })

  test('that is given a longest name may have it', async () => {
    expect((await nameChoices('a', 'b', () => 'y'.repeat(64)))[0]).toBe('y'.repeat(64))
  })
})
