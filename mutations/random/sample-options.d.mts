export function toSampleOptions(
  values: { readonly sample: string; readonly seed?: string; readonly layer?: readonly string[] },
  root: string,
): { readonly count: number; readonly seed: number; readonly layers?: readonly string[] }
