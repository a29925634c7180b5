/** How many decisions are kept in one place; then the oldest go, and are asked about again. */
export const maxDecisions = 10_000
