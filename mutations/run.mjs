import process from 'node:process'
import { parseArgs } from 'node:util'
import { createCopy, removeCopy } from './copy.mjs'
import { mutations } from './mutations.mjs'
import { root, sourceOf } from './places.mjs'
import { Programs } from './programs.mjs'
import { refuseWithoutSample, toSampleOptions } from './random/sample-options.mjs'
import { trySample } from './random/try-sample.mjs'
import { isWrong, toLine, toSummary } from './table.mjs'
import { Trials } from './trials.mjs'

const { values, positionals } = readArguments()
const wanted = mutations.filter(({ name, file }) => positionals.every((text) => `${file} ${name}`.includes(text)))

const options = readSampleOptions()

if (values.list === true) {
  for (const mutation of wanted) console.log(`${sourceOf(mutation)}: ${mutation.name}`)
} else if (options !== undefined) {
  await sample(options)
} else if (wanted.length === 0) {
  console.error(`No mutation has "${positionals.join('" and "')}" in its name or file`)
  process.exitCode = 2
} else {
  await inCopy((copy, programs) => tryAll(new Trials(copy, programs, { isQuick: values.quick })))
}

function readArguments() {
  return orEnd(() =>
    parseArgs({
      options: {
        list: { type: 'boolean' },
        quick: { type: 'boolean', default: false },
        sample: { type: 'string' },
        seed: { type: 'string' },
        layer: { type: 'string', multiple: true },
        beside: { type: 'boolean' },
      },
      allowPositionals: true,
    }),
  )
}

/** Undefined where no sample is wanted. */
function readSampleOptions() {
  return orEnd(() => {
    refuseWithoutSample(values)
    return values.sample === undefined ? undefined : toSampleOptions(values, root)
  })
}

/** Ends with what is wrong, and where the options are described. */
function orEnd(read) {
  try {
    return read()
  } catch ({ message }) {
    console.error(`${message}\ndocs/mutations.md has the options`)
    process.exit(2)
  }
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
async function sample(wish) {
  await inCopy(async (copy, programs) => {
    await trySample({ root, copy, programs, ...wish })
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
