import type { TestProject } from 'vitest/node'
import { findChangedSources } from '../../scripts/source-digests.mjs'
import { root } from './root.js'

/** Compares the sources with those that were built, once for a run: tests of what is built would pass or fail for other sources. */
export default function setup(project: TestProject): void {
  const check = (): void => project.provide('staleBuild', toProblem(findChangedSources(root)))
  check()
  project.onTestsRerun(check)
}

/** What to do about a build of other sources; an empty text: it is of these. */
export function toProblem(changed: readonly string[] | undefined): string {
  if (changed === undefined) return 'Nothing is built: npm run build'
  const [first] = changed
  if (first === undefined) return ''
  const others = changed.length === 1 ? '' : ` and ${changed.length - 1} others`
  return `The build is not that of the sources: ${first}${others} changed after it: npm run build`
}

declare module 'vitest' {
  interface ProvidedContext {
    /** What to do about it; empty where there is nothing to do. */
    staleBuild: string
  }
}
