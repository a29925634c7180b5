/**
 * What the results of the suites come to: a table with a line per scenario, and what is wrong. `expectedFailures` has the reason
 * of each by suite and scenario. Wrong are failures that are
 * not expected, expected ones that pass or that nothing ran, and scenarios that are missing.
 */
export function judge(suites, expectedFailures) {
  const names = [...new Set(suites.map(({ name }) => name))]
  const blocks = names.map((name) => {
    const own = suites.filter((suite) => suite.name === name)
    const results = own.flatMap((suite) => suite.results).sort((a, b) => (a.scenario < b.scenario ? -1 : 1))
    const required = own.flatMap(({ scenarios }) => scenarios)
    return { name, results, required, expected: Object.keys(expectedFailures[name] ?? {}) }
  })
  const unknown = Object.keys(expectedFailures).filter((name) => !names.includes(name))
  return {
    table: `${blocks.map(toText).join('\n\n')}\n`,
    wrong: [
      ...unknown.map((name) => `expected-failures.json: there is no suite "${name}"`),
      ...blocks.flatMap((block) => wrongIn(block).map((problem) => `${block.name}: ${problem}`)),
    ],
  }
}

/** True if a scenario of the suite failed that is not expected to. */
export function hasFailed({ name, results }, expectedFailures) {
  const expected = Object.keys(expectedFailures[name] ?? {})
  return results.some(({ scenario, problems }) => problems.length > 0 && !expected.includes(scenario))
}

function toText({ name, results }) {
  const lines = results.map(({ scenario, successes, problems }) => {
    return `  ${scenario.padEnd(46)}${problems.length === 0 ? 'passed' : 'failed'}${String(successes).padStart(4)}`
  })
  const passed = results.filter(({ problems }) => problems.length === 0).length
  const checks = results.reduce((sum, { successes }) => sum + successes, 0)
  return [`${name}: ${passed} of ${results.length} passed, ${checks} checks`, ...lines].join('\n')
}

function wrongIn({ results, required, expected }) {
  const run = new Set(results.map(({ scenario }) => scenario))
  const missing = [...new Set([...required, ...expected])].filter((scenario) => !run.has(scenario))
  return [
    ...missing.map((scenario) => `${scenario} was not run`),
    ...results.flatMap((result) => wrongWith(result, expected.includes(result.scenario))),
  ]
}

function wrongWith({ scenario, problems }, isExpected) {
  if (problems.length === 0) return isExpected ? [`${scenario} passes: take it out of expected-failures.json`] : []
  return isExpected ? [] : [[`${scenario} failed`, ...problems].join('\n  ')]
}
