export const regions = ['north', 'south'] as const

export type Region = (typeof regions)[number]

export interface MonthlySales {
  readonly month: string
  readonly amount: number
}

const months = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06']

const amounts: Readonly<Record<Region, readonly number[]>> = {
  north: [120, 135, 128, 160, 171, 190],
  south: [80, 82, 95, 91, 110, 140],
}

/** The sales of the last months of a region, in thousands. */
export function salesOf(region: Region, count: number): readonly MonthlySales[] {
  return months.map((month, index) => ({ month, amount: amounts[region][index] ?? 0 })).slice(-count)
}
