import { expect, test } from 'vitest'
import type { Revision } from '../../packages/omniport/src/protocol/revisions/revision.js'
import type { Context } from '../../packages/omniport/src/server/requests/context.js'
import { verifies } from '../requirements/verifies.js'
import { createHttpRuntime, settled } from '../support/virtual-runtime.js'
import { ask } from './ask.js'
import { type Door, doors } from './doors.js'
import type { HandlerCase } from './handler-case.js'
import type { Probe } from './probe.js'
import { Stage } from './stage.js'

/** A number from 0 to `below`, the next of a sequence that a seed decides. */
type Random = (below: number) => number

/** The generator known as mulberry32. */
function createRandom(seed: number): Random {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** Asks two or three questions, with a side effect and other work between them, which takes another time in every run. */
async function branch(ctx: Context, probe: Probe, { name, length, random }: Branch): Promise<string> {
  let reported = ''
  for (let number = 1; number <= length; number += 1) {
    await settled(random(4))
    reported += await ask(ctx, `${name}${number}`)
    if (number === 1) reported += await ctx.once(name, () => settled(random(3)).then(() => probe.count(name)))
  }
  await settled(random(4))
  return reported
}

interface Branch {
  readonly name: string
  readonly length: number
  readonly random: Random
}

function caseOf(seed: number): HandlerCase {
  const random = createRandom(seed)
  const branches = ['l', 'r'].map((name): Branch => ({ name, length: 2 + random(2), random }))
  return {
    name: `seed ${seed}`,
    run: async (ctx, probe) => (await Promise.all(branches.map((each) => branch(ctx, probe, each)))).join(),
    expected: {
      outcome: branches.map(({ name, length }) => saidBy(name.toUpperCase(), length)).join(),
      received: branches.flatMap(({ name, length }) => Array.from({ length }, (_, index) => `${name}${index + 1}`)),
      rounds: 0,
      counts: { l: 1, r: 1 },
    },
  }
}

function saidBy(name: string, length: number): string {
  return Array.from({ length }, (_, index) => `${name}${index + 1}${index === 0 ? '1' : ''}`).join('')
}

async function playSeeds(stage: Stage, seeds: number): Promise<void> {
  for (let seed = 1; seed <= seeds; seed += 1) {
    const row = caseOf(seed)
    const outcome = await stage.play(row)
    const { person, probe, logger } = stage
    expect([seed, { outcome, received: [...person.received].sort(), counts: probe.counts }, logger.errors]).toEqual([
      seed,
      { ...row.expected, rounds: undefined },
      [],
    ])
  }
}

const [memory, ...others] = doors as [Door, ...Door[]]

test.each<[Revision, number]>([
  ['2025-11-25', 300],
  ['2026-07-28', 1_000],
])('%s: %i pairs of branches with random delays', async (revision, seeds) => {
  verifies('MRTR-13')
  const stage = await Stage.open(memory, revision, { runtime: createHttpRuntime() })
  await playSeeds(stage, seeds)
  await stage.close()
})

const places = others.flatMap((door) => door.revisions.map((revision) => ({ door, revision, where: door.name })))

test.each(places)('pairs of branches with random delays, $revision over $where', async ({ door, revision }) => {
  const stage = await Stage.open(door, revision)
  await playSeeds(stage, 4)
  await stage.close()
})
