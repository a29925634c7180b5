import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hostTool } from './fixtures/host-tool.js'
import { createMemoryLock } from './memory-lock.js'
import { Pins } from './pins.js'

const names = ['a', 'b', '__proto__']

/** What a server lists: of each tool which definition, 0 for none. */
type Listing = readonly number[]

type Step =
  | { readonly type: 'list'; readonly listing: Listing }
  | { readonly type: 'approve'; readonly tool: number | undefined }
  | { readonly type: 'restart' }

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        type: fc.constant('list' as const),
        listing: fc.tuple(...names.map(() => fc.integer({ min: 0, max: 3 }))),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constant('approve' as const),
        tool: fc.option(fc.nat(names.length - 1), { nil: undefined }),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ type: 'restart' as const }) },
  ),
  { maxLength: 30 },
)

/** The rules in their simplest form: arrays by the index of a tool, where 0 is none. */
class Model {
  pins = names.map(() => 0)
  listed = names.map(() => 0)
  /** What was told last of each: which definition is blocked, or -1 for one that is gone. */
  reported = names.map(() => 0)

  list(listing: Listing): readonly string[] {
    const isFirst = this.pins.every((pin) => pin === 0)
    const kinds = listing.map((definition, index) => {
      const pin = this.pins[index] ?? 0
      const reported = this.reported[index]
      const state = definition === 0 && pin !== 0 ? -1 : definition !== pin && pin !== 0 ? definition : 0
      this.reported[index] = state
      if (pin === 0 && definition !== 0) {
        this.pins[index] = definition
        return isFirst ? [] : ['new']
      }
      if (state === 0 || state === reported) return []
      return [state === -1 ? 'removed' : 'changed']
    })
    this.listed = [...listing]
    return kinds.flatMap((kind, index) => kind.map((one) => `${one} ${names[index]}`))
  }

  /** Undefined: there is nothing that could be. */
  approve(tool: number | undefined): readonly string[] | undefined {
    const wanted =
      tool === undefined ? this.reported.flatMap((reported, index) => (reported > 0 ? [index] : [])) : [tool]
    if (wanted.some((index) => this.listed[index] === 0 && this.pins[index] === 0)) return undefined
    return wanted.flatMap((index) => {
      const definition = this.listed[index] ?? 0
      if (definition === this.pins[index]) return []
      this.pins[index] = definition
      this.reported[index] = 0
      return [String(names[index])]
    })
  }

  restart(): void {
    this.listed = names.map(() => 0)
    this.reported = names.map(() => 0)
  }
}

async function checkList(pins: Pins, model: Model, listing: Listing): Promise<void> {
  const before = [...model.pins]
  const tools = listing.flatMap((definition, index) =>
    definition === 0 ? [] : [hostTool(String(names[index]), String(definition))],
  )
  const report = await pins.check('notes', tools)
  expect(report.changes.map(({ change, tool }) => `${change} ${tool}`).sort()).toEqual([...model.list(listing)].sort())
  // What is let through is what is pinned, and only what was not pinned at all becomes so.
  const isAllowed = (index: number) => [0, listing[index]].includes(before[index])
  expect(report.allowed).toEqual(tools.filter(({ tool }) => isAllowed(names.indexOf(tool))))
  expect([...report.allowed, ...report.blocked].length).toBe(tools.length)
}

async function checkApproval(pins: Pins, model: Model, tool: number | undefined): Promise<void> {
  const approved = await pins.approve('notes', tool === undefined ? undefined : names[tool]).then(
    (changes) => changes.map((change) => change.tool),
    () => undefined,
  )
  expect(approved).toEqual(model.approve(tool))
}

test('whatever is listed, approved and restarted in whatever order, it is as the rules say', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const store = createMemoryLock()
      const model = new Model()
      let pins = new Pins({ store, onChanged: 'block' })
      for (const step of taken) {
        if (step.type === 'restart') {
          pins = new Pins({ store, onChanged: 'block' })
          model.restart()
        }
        if (step.type === 'list') await checkList(pins, model, step.listing)
        if (step.type === 'approve') await checkApproval(pins, model, step.tool)
        expect(pins.changed.map(({ tool }) => tool)).toEqual(
          names.filter((_name, index) => (model.reported[index] ?? 0) > 0),
        )
        const stored = (await store.read()).get('notes')
        expect(names.map((name) => stored?.get(name)?.definition ?? 'digest of 0')).toEqual(
          model.pins.map((definition) => `digest of ${definition}`),
        )
      }
    }),
    { numRuns: 300 },
  )
})
