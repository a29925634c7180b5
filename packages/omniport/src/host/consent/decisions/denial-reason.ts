import type { ConsentOutcome } from '../consent.js'

/** Returns the reason of a denial, for people. */
export function denialReason(by: ConsentOutcome['by']): string {
  return words[by]
}

const words: { readonly [B in ConsentOutcome['by']]: string } = {
  policy: 'the policy denies it',
  memory: 'a remembered answer denies it',
  person: 'a person denied it',
  default: 'there is nobody to ask: give createHost `ask` or a `policy`',
}
