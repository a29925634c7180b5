import type { Config } from 'omniport/host'

/** Makes what tells the files and the entries that cannot be used, each once until it is another problem. */
export function createProblemReporter(report: (problem: string) => void): (config: Config) => void {
  let reported: ReadonlySet<string> = new Set()
  return ({ problems, servers }) => {
    const entries = Object.entries(servers).flatMap(([name, { problem, isDisabled }]) =>
      problem === undefined || isDisabled === true ? [] : [`${name} cannot be used: ${problem}`],
    )
    const now = new Set([...problems.map(({ message }) => message), ...entries])
    for (const problem of now) if (!reported.has(problem)) report(problem)
    reported = now
  }
}
