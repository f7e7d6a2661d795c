import type { Row } from "./basket";

/** The lines of an invoice, the sum at the end. */
export const invoiceLines = (items: readonly Row[], language: string): string[] => {
  const money = new Intl.NumberFormat(language, { style: "currency", currency: "EUR" });
  const printed: string[] = [];
  let due = 0;
  for (const item of items) {
    if (item.quantity === 0) {
      continue;
    }
    const price = item.cents * item.quantity;
    due += price;
    printed.push(`${item.quantity} × ${item.title}: ${money.format(price / 100)}`);
  }
  printed.push(money.format(due / 100));
  return printed;
};
