export interface Row {
  sku: string;
  title: string;
  cents: number;
  quantity: number;
}

/** The basket as the checkout page shows it. */
export function basketTable(rows: Row[], locale: string): string[] {
  const format = new Intl.NumberFormat(locale, { style: "currency", currency: "EUR" });
  const lines: string[] = [];
  let total = 0;
  for (const row of rows) {
    if (row.quantity === 0) {
      continue;
    }
    const sum = row.cents * row.quantity;
    total += sum;
    lines.push(`${row.quantity} × ${row.title}: ${format.format(sum / 100)}`);
  }
  lines.push(format.format(total / 100));
  return lines;
}

export function changeQuantity(rows: Row[], sku: string, by: number): Row[] {
  const changed = rows.map((row) =>
    row.sku === sku ? { ...row, quantity: Math.max(0, row.quantity + by) } : row,
  );
  return changed.filter((row) => row.quantity > 0);
}
