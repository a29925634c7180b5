export function rateOf(
  killed: number,
  total: number,
): { readonly rate: number; readonly low: number; readonly high: number }
