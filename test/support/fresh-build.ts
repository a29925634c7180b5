import { readFileSync } from 'node:fs'
import { expect, inject } from 'vitest'

/** Fails a test file that needs a build where it is stale. Tests beside the sources of the library run on those, all but a few. */
export function refuseStaleBuild(): void {
  const problem = inject('staleBuild')
  if (problem !== '' && needsBuild(expect.getState().testPath ?? '')) throw new Error(problem)
}

function needsBuild(path: string): boolean {
  return !/[/\\]packages[/\\]omniport[/\\]src[/\\]/.test(path) || /\bdist\//.test(readFileSync(path, 'utf8'))
}
