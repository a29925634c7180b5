import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instrument, mutantsOf } from '../../../mutations/random/instrument.mjs'
import { toMutantMark, toReachMark, withSwitches } from '../../../mutations/random/switches.mjs'

const sum = "#!/usr/bin/env node\nconst sum = 2 + 3\nconsole.log(sum > 4 ? 'more' : 'less')\n"
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'switches-'))
  mkdirSync(join(folder, 'reached'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A program with the mutants of these replacements in it. Returns what runs it, and their ids. */
async function build(source: string, replacements: readonly string[]) {
  const name = 'program.ts'
  const mutants = (await mutantsOf(name, source)).map((mutant) => ({ file: name, ...mutant }))
  const wanted = mutants.filter(({ replacement }) => replacements.includes(replacement))
  const { texts, ids } = await instrument(new Map([[name, source]]), wanted)
  const program = join(folder, `${wanted.map((mutant) => ids.get(mutant)).join('-')}.mjs`)
  writeFileSync(program, withSwitches(texts.get(name) ?? '', join(folder, 'reached')))
  const run = (...marks: readonly string[]) => {
    const PATH = [process.env['PATH'], ...marks].join(':')
    return spawnSync(process.execPath, [program], { env: { PATH }, encoding: 'utf8' }).stdout.trim()
  }
  return { run, ids: replacements.map((text) => ids.get(wanted.find((each) => each.replacement === text) as never)) }
}

function reached(name: string): string[] {
  return readFileSync(join(folder, 'reached', name), 'utf8')
    .trim()
    .split('\n')
}

describe('a program', () => {
  test('does what it did where no mutant is on', async () => {
    const { run } = await build(sum, ['2 - 3', '""'])
    expect(run()).toBe('more')
  })

  test('has the mutant that PATH names, alone', async () => {
    const { run, ids } = await build(sum, ['2 - 3', '""'])
    expect([run(toMutantMark(ids[0] ?? '')), run(toMutantMark(ids[1] ?? ''))]).toEqual(['less', ''])
  })

  test('writes down which switches are reached where PATH says', async () => {
    const { run, ids } = await build(sum, ['2 - 3', '""'])
    expect(run(toReachMark('all'))).toBe('more')
    expect(reached('all')).toEqual(expect.arrayContaining(ids))
  })

  test('that replaces process goes on, and what it reaches is written down', async () => {
    const { run, ids } = await build(`globalThis.process = undefined\n${sum.split('\n').slice(1).join('\n')}`, [
      '2 - 3',
    ])
    expect(run(toReachMark('replaced'))).toBe('more')
    expect(reached('replaced')).toEqual(expect.arrayContaining(ids))
  })
})

test('a function whose text goes elsewhere has the mutant that is on in that text', async () => {
  const source = "const add = (one, other) => one + other\nconsole.log(new Function('return (' + add + ')(5, 3)')())\n"
  const { run, ids } = await build(source, ['one - other'])
  expect([run(), run(toMutantMark(ids[0] ?? '')), run(toReachMark('text'))]).toEqual(['8', '2', '8'])
  expect(reached('text')).toEqual(expect.arrayContaining(ids))
})

test('a declared function whose parameters have a mutant is found from outside', async () => {
  const source =
    "const who = () => greet({ a: 'Ada', '': 'Bob' })\nfunction greet({ [`a`]: name }) {\n  return name\n}\nconsole.log(who())\n"
  const { run, ids } = await build(source, ['``'])
  expect([run(), run(toMutantMark(ids[0] ?? ''))]).toEqual(['Ada', 'Bob'])
})
