import process from 'node:process'
import { parseArgs } from 'node:util'
import { createCopy, removeCopy } from './copy.mjs'
import { mutations } from './mutations.mjs'
import { root, sourceOf } from './places.mjs'
import { Programs } from './programs.mjs'
import { toSampleOptions } from './random/sample-options.mjs'
import { trySample } from './random/try-sample.mjs'
import { isWrong, toLine, toSummary } from './table.mjs'
import { Trials } from './trials.mjs'

const { values, positionals } = parseArgs({
  options: {
    list: { type: 'boolean' },
    quick: { type: 'boolean', default: false },
    sample: { type: 'string' },
    seed: { type: 'string' },
    layer: { type: 'string', multiple: true },
  },
  allowPositionals: true,
})
const wanted = mutations.filter(({ name, file }) => positionals.every((text) => `${file} ${name}`.includes(text)))

if (values.list === true) {
  for (const mutation of wanted) console.log(`${sourceOf(mutation)}: ${mutation.name}`)
} else if (values.sample !== undefined) {
  await sample()
} else if (wanted.length === 0) {
  console.error(`No mutation has "${positionals.join('" and "')}" in its name or file`)
  process.exitCode = 2
} else {
  await inCopy((copy, programs) => tryAll(new Trials(copy, programs, { isQuick: values.quick })))
}

/** The action says whether all is well. */
async function inCopy(action) {
  const copy = createCopy(root)
  const programs = new Programs(copy)
  const clean = () => {
    programs.killAll()
    removeCopy(copy)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => {
      clean()
      process.exit(1)
    })
  }
  try {
    process.exitCode = (await action(copy, programs)) ? 0 : 1
  } finally {
    clean()
  }
}

/** Survivors are no failure: a sample is a measure. */
async function sample() {
  let options
  try {
    options = toSampleOptions(values, root)
  } catch ({ message }) {
    console.error(message)
    process.exitCode = 2
    return
  }
  await inCopy(async (copy, programs) => {
    await trySample({ root, copy, programs, ...options, isShort: values.quick })
    return true
  })
}

async function tryAll(trials) {
  const problem = await trials.problem(wanted)
  if (problem !== undefined) {
    console.error(`There is nothing to mutate: ${problem}`)
    return false
  }
  const outcomes = []
  for (const mutation of wanted) {
    const start = Date.now()
    const outcome = { mutation, ...(await trials.run(mutation)), seconds: Math.round((Date.now() - start) / 1_000) }
    outcomes.push(outcome)
    console.log(toLine(outcome))
  }
  console.log(`\n${toSummary(outcomes)}`)
  return !outcomes.some(isWrong)
}
