/** Runs something without the advice that oidc-provider prints on its way; whatever else is printed stays. */
export async function quietly<T>(fn: () => T | Promise<T>): Promise<T> {
  const { info, warn } = console
  console.info = withoutAdvice(info)
  console.warn = withoutAdvice(warn)
  try {
    return await fn()
  } finally {
    console.info = info
    console.warn = warn
  }
}

function withoutAdvice(print: (...values: unknown[]) => void): (...values: unknown[]) => void {
  return (...values) => {
    if (!String(values[0]).startsWith('oidc-provider ')) print(...values)
  }
}
