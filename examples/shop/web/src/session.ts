const KEY = "shop.session";

export async function restoreSession(storage: Storage, endpoint: string): Promise<string | null> {
  const token = storage.getItem(KEY);
  if (token === null) {
    return null;
  }
  const answer = await fetch(endpoint, { headers: { Authorization: `Bearer ${token}` } });
  if (answer.status === 401) {
    storage.removeItem(KEY);
    return null;
  }
  const { name } = (await answer.json()) as { name: string };
  return name;
}
