import { createServer, ToolError, tool } from 'omniport'

const largest = 1_000

/** Pays invoices. A person approves each payment, and its amount cannot change between the question and the payment. */
export function createPayments(pay) {
  return createServer({
    name: 'payments',
    version: '1.0.0',
    tools: {
      pay_invoice: tool({
        description: `Pays an invoice of up to ${largest} euros, after a person approved it`,
        annotations: { destructiveHint: true },
        input: {
          type: 'object',
          properties: {
            to: { type: 'string', minLength: 1 },
            euros: { type: 'number', exclusiveMinimum: 0, maximum: largest },
          },
          required: ['to', 'euros'],
        },
        singleUse: true, // an approval pays once
        async run({ to, euros }, ctx) {
          if (!ctx.can('elicit')) throw new ToolError('This client cannot ask a person, so nothing is paid')
          const { action, content } = await ctx.elicit(`Pay ${euros} euros to ${to}?`, {
            type: 'object',
            properties: { approved: { type: 'boolean', title: 'I approve this payment' } },
            required: ['approved'],
          })
          if (action !== 'accept' || content.approved !== true) return 'Not approved: nothing was paid'
          const receipt = await ctx.once('pay', () => pay({ to, euros })) // however often the handler runs
          return `Paid ${euros} euros to ${to}: ${receipt}`
        },
      }),
    },
  })
}
