import { OmniportError, RpcError } from 'omniport'

/** How a promise settled, to be compared: its value, or the code of its error and what that says. */
export type CaseResult = { readonly value: unknown } | { readonly code: string | number; readonly message: string }

/** Settles with how `promise` settled. What is no error of this library is thrown on. */
export async function outcomeOf(promise: Promise<unknown>): Promise<CaseResult> {
  try {
    return { value: await promise }
  } catch (error) {
    if (!OmniportError.is(error) && !RpcError.is(error)) throw error
    return { code: error.code, message: error.message }
  }
}
