import fc from 'fast-check'

/** What a handler does, as data. */
export type Step =
  | { readonly type: 'elicit'; readonly form: FormName; readonly text: string; readonly keyed: boolean }
  | { readonly type: 'sample'; readonly text: string; readonly keyed: boolean }
  | { readonly type: 'roots' }
  | { readonly type: 'once'; readonly name: string }
  /** Work of some turns. */
  | { readonly type: 'work'; readonly turns: number }
  | { readonly type: 'loop'; readonly times: number; readonly body: Program }
  /** One of two ways, as the last answer says. */
  | { readonly type: 'branch'; readonly yes: Program; readonly no: Program }
  /** At the same time. */
  | { readonly type: 'all'; readonly branches: readonly Program[] }

export type Program = readonly Step[]

/** The forms that are asked. */
export const forms = {
  text: { type: 'object', properties: { value: { type: 'string' } }, required: ['value'] },
  number: { type: 'object', properties: { value: { type: 'integer', minimum: 0, maximum: 99, default: 7 } } },
  flag: { type: 'object', properties: { value: { type: 'boolean' } } },
  choice: { type: 'object', properties: { value: { type: 'string', enum: ['a', 'b', 'c'] } }, required: ['value'] },
  list: {
    type: 'object',
    properties: { value: { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] } } },
  },
} as const

export type FormName = keyof typeof forms

// Few texts, so that equal questions follow each other.
const text = fc.constantFrom('x', 'y')
const keyed = fc.boolean()

const leaf: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('elicit' as const),
      form: fc.constantFrom(...(Object.keys(forms) as FormName[])),
      text,
      keyed,
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('sample' as const), text, keyed }) },
  { weight: 1, arbitrary: fc.constant<Step>({ type: 'roots' }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('once' as const), name: fc.constantFrom('p', 'q') }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('work' as const), turns: fc.nat({ max: 2 }) }) },
)

const { program } = fc.letrec<{ readonly step: Step; readonly program: Program }>((tie) => ({
  program: fc.array(tie('step'), { minLength: 1, maxLength: 3 }),
  step: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    { weight: 4, arbitrary: leaf },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('loop' as const),
        times: fc.integer({ min: 1, max: 2 }),
        body: tie('program'),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ type: fc.constant('branch' as const), yes: tie('program'), no: tie('program') }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constant('all' as const),
        branches: fc.array(tie('program'), { minLength: 2, maxLength: 3 }),
      }),
    },
  ),
}))

/** Programs without races, timers and chance: given the same answers they do the same. */
export const programs: fc.Arbitrary<Program> = program
