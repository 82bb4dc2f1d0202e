import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** The local file system under the scheme `flat`, as an object store is: it renames nothing. */
public final class FlatFileSystem extends FilterFileSystem {
  public FlatFileSystem() {
    super(new Local());
  }

  private static final class Local extends RawLocalFileSystem {
    @Override
    public String getScheme() {
      return "flat";
    }

    @Override
    public URI getUri() {
      return URI.create("flat:///");
    }
  }

  @Override
  public String getScheme() {
    return "flat";
  }

  @Override
  public URI getUri() {
    return fs.getUri();
  }

  @Override
  public void initialize(URI name, Configuration configuration) throws IOException {
    super.initialize(name, configuration);
    setConf(configuration);
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    throw new IOException("flat: renames nothing");
  }
}
